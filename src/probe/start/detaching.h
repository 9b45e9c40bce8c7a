/*
 * detaching - the library leaves a process that goes on.
 *
 * In three steps, because a thread that was interrupted in a stub needs it once
 * more, when its signal handler returns, and so it does with the library: whoever
 * asks waits between them.
 */
#ifndef REFTALLY_PROBE_START_DETACHING_H
#define REFTALLY_PROBE_START_DETACHING_H

#include <stdbool.h>

/*
 * Recording ends: a child finds out what is alive and finishes the ledger,
 * and code becomes what it was; the latter also where recording has ended by
 * itself. The caller holds the interpreter's lock. False: another process
 * records, or a thread did not leave changed code, which then stays and does
 * nothing any more.
 */
bool detaching_stop(void);

/*
 * The same where recording never began, or was refused on the way: there is
 * nothing to finish, but what was changed in code becomes what it was.
 */
bool detaching_withdraw(void);

/* Has it done by a child of a child, which has no parent that would have to
 * wait for it; what this process closes from now on is open in neither. */
void detaching_leave_child(void (*work)(void));

/* Then gives back the memory: stubs, the map of tracked objects, the ledger.
 * False: a thread is in a stub, or code is not as it was. */
bool detaching_release(void);

/* Nothing refers to the library any more: it may be unloaded. */
bool detaching_is_over(void);

#endif
