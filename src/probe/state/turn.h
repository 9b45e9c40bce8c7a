/*
 * turn - who may change the recorder when several interpreters run at a time.
 *
 * As long as all interpreters share one lock (the GIL), whoever holds it is
 * alone, and nobody asks here. Before the first interpreter with a lock of its
 * own begins (PEP 684), recorder.several is set, and from then on every hook
 * takes its turn first. Nobody calls into the host in the middle of one, and a
 * fork waits for it.
 */
#ifndef REFTALLY_PROBE_STATE_TURN_H
#define REFTALLY_PROBE_STATE_TURN_H

#include <stdbool.h>

/*
 * Waits. False: it is this thread's turn already, for a signal has interrupted
 * it in the middle; or the recording has stopped, as it does when somebody
 * keeps the turn for a minute.
 */
bool turn_take(void);

void turn_give(void);

/* turn_take where several interpreters run at a time, else nothing. */
bool turn_take_if_several(void);
void turn_give_if_several(void);

#endif
