/*
 * moments - checkpoints that nobody asked for: what is alive is counted now and
 * then, so that what only grows is seen in any run.
 *
 * They are evenly spread over all changes of counts, and take a hundredth of
 * the time at most. Between them ticks tell when accounts were opened, so that
 * the last one sees as well what has only begun to grow (ledger/rises.h).
 *
 * What runs where no Python code waits for it does not count, if it is an import
 * or prints an exception: that comes before the program, or behind it.
 */
#ifndef REFTALLY_PROBE_CENSUS_MOMENTS_H
#define REFTALLY_PROBE_CENSUS_MOMENTS_H

#include "probe/state/recorder.h"

/* The number of changes that the next tick waits for, or a moment. */
extern uint64_t moments_next;

/* In a hook: a tick, and a moment if it is its turn and there is time. */
void moments_are_due(struct thread_record *thread, uint64_t stack_pointer);

/* The last one, before objects go because the program ends. */
void moments_end(void);

/* Before a birth gets its account, in a hook that has tallied the short ways. */
static inline void
moments_poll(struct thread_record *thread, uint64_t stack_pointer)
{
    if (__builtin_expect(recorder.store.header->changes_seen >= moments_next,
                         0)) {
        moments_are_due(thread, stack_pointer);
    }
}

#endif
