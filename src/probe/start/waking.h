/*
 * waking - recording that begins later than the process: REFTALLY_START.
 *
 * Until then everything is there, no code is patched, and the program runs as
 * without the library. It begins where a thread holds the interpreter's lock
 * and executes none of the code that is changed: in a call that the interpreter
 * makes for us (Py_AddPendingCall), or in reftally_resume. With
 * REFTALLY_TRACK=none it never begins.
 */
#ifndef REFTALLY_PROBE_START_WAKING_H
#define REFTALLY_PROBE_START_WAKING_H

#include <stdbool.h>

/* Reads the setting, and says what is wrong with it. True: recorder.asleep is
 * set. The ledger is there. */
bool waking_is_awaited(void);

/* Installs what it is waited for. `begin` is called once, under the lock. */
void waking_wait(void (*begin)(void));

/* The program asks for it; when this returns, recording has begun. */
void waking_mark(void);

/* In a forked child that records: timers are the parent's. */
void waking_in_child(void);

#endif
