/*
 * seal - the last system call of the library.
 *
 * A host may set up a filter that kills it at the next system call that the
 * filter does not know. The library is sealed before: it makes room in the
 * ledger and in memory for what will come, and asks the system for nothing
 * from then on. Left out are the census and the report at the end, watched
 * slots, modules that are loaded later, and native stacks through code that was
 * not walked before; the report says so.
 */
#ifndef REFTALLY_PROBE_EVENT_SEAL_H
#define REFTALLY_PROBE_EVENT_SEAL_H

#include "probe/stack/activations.h"

#include <reftally/ledger_format.h>

/* REFTALLY_SEAL: it will be sealed before the program's first line. */
void seal_wait(void);

/*
 * A thread is about to evaluate a frame. While seal_wait waits, recorder.checkpoints
 * is set, so that all of them come here.
 */
void seal_poll(struct thread_record *thread, uint64_t stack_pointer,
               uint64_t frame);

/* Called before, while the system may still be asked. */
void seal_after(void (*function)(void));

/* At once, from any thread; the first time counts. */
void seal_now(enum ledger_seal why);

#endif
