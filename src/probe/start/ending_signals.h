/*
 * ending_signals - signals that nobody handles, abort, and crashes.
 *
 * The process dies of the same signal, with the same core, a little later: when
 * what is alive has been looked at (ending.h). Whom somebody asks to end, by
 * SIGTERM or SIGINT, say, is first given a moment to come to a point where
 * objects are whole.
 */
#ifndef REFTALLY_PROBE_START_ENDING_SIGNALS_H
#define REFTALLY_PROBE_START_ENDING_SIGNALS_H

/* At start. */
void ending_signals_init(void);

/*
 * Watches the signals that nobody handles, and exit. Python has looked at the
 * handlers by now, and goes on to believe that there are none.
 */
void ending_signals_watch(void);

/* From now on on the stack that runs, and not on a thread's for signals. */
void ending_signals_stay_on_stack(void);

/*
 * The process sends itself this signal: Python does when it has finalized the
 * interpreter after a KeyboardInterrupt that nobody caught.
 */
void ending_signals_sent(int number);

#endif
