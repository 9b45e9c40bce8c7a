/*
 * several - interpreters that run at a time, each with a lock (GIL) of its own.
 *
 * PEP 684, from CPython 3.12. All are recorded into one ledger: turn.h says
 * when whose turn it is. They pay for it: nothing is counted on a short way.
 */
#ifndef REFTALLY_PROBE_EVENT_SEVERAL_H
#define REFTALLY_PROBE_EVENT_SEVERAL_H

#include "probe/stack/activations.h"

#include <stdint.h>

/*
 * An interpreter is about to be made, as this PyInterpreterConfig says; the
 * caller holds the lock that is the only one so far, and is inside a hook.
 * Where the stubs cannot be changed, it is not recorded.
 */
void several_begin(uint64_t config);

/*
 * What one thread has begun goes on when it has its turn again: a block that
 * is being reallocated.
 */
void several_resume(struct thread_record *thread);
void several_leave(struct thread_record *thread);

#endif
