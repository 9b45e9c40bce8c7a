/*
 * breakpoint - the processor tells who writes to eight bytes of memory.
 *
 * A write breakpoint of perf_event_open, on the calling thread's own code. The
 * kernel puts the address of each writer into a page that we read: no signal
 * is raised, and the host's own handlers see nothing.
 */
#ifndef REFTALLY_PROBE_WATCH_BREAKPOINT_H
#define REFTALLY_PROBE_WATCH_BREAKPOINT_H

#include <stdbool.h>
#include <stdint.h>

struct breakpoint {
    void *ring; /* what the kernel writes to; NULL: it is not set */
};

/* False: the kernel does not allow it, or all four are in use. */
bool breakpoint_set(struct breakpoint *breakpoint, uint64_t address);
void breakpoint_remove(struct breakpoint *breakpoint);

/* A forked child has no ring: nothing of it may be touched. */
void breakpoint_forget(struct breakpoint *breakpoint);

/*
 * The next writer since the last call: the address behind its instruction.
 * 0: nobody has written.
 */
uint64_t breakpoint_next(struct breakpoint *breakpoint);

#endif
