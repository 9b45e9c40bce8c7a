/*
 * breakpoint - the processor tells who writes to eight bytes of memory, or that
 * an instruction is about to be executed.
 *
 * A breakpoint of perf_event_open, on the calling thread's own code. The kernel
 * puts the address of each writer, or the registers and the innermost part of
 * the stack, into pages that we read: no signal is raised, no code is changed,
 * and the host's own handlers see nothing.
 */
#ifndef REFTALLY_PROBE_WATCH_BREAKPOINT_H
#define REFTALLY_PROBE_WATCH_BREAKPOINT_H

#include "arch/cpu.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SAMPLE_STACK_WORDS = 256 };

struct breakpoint {
    void *ring; /* what the kernel writes to; NULL: it is not set */
    uint32_t bytes;
};

/* What a thread had when it came to an instruction. */
struct breakpoint_sample {
    uint64_t registers[CPU_SAMPLED_COUNT];
    uint64_t stack[SAMPLE_STACK_WORDS]; /* from the stack pointer on */
    size_t stack_words;
};

/*
 * False: the kernel does not allow it, or all four are in use. It ends by itself
 * after 4,096 writes, or 16 arrivals, whether these were looked at or not.
 */
bool breakpoint_set(struct breakpoint *breakpoint, uint64_t address);
bool breakpoint_set_on_code(struct breakpoint *breakpoint, uint64_t address);
void breakpoint_remove(struct breakpoint *breakpoint);

/* A forked child has no ring: nothing of it may be touched. */
void breakpoint_forget(struct breakpoint *breakpoint);

/* ... or where it is too late for that, it has rings to which nobody writes. */
void breakpoint_fill_in_child(void);

/*
 * The next writer since the last call: the address behind its instruction.
 * 0: nobody has written.
 */
uint64_t breakpoint_next(struct breakpoint *breakpoint);

/* The next sample of a breakpoint on code. False: nobody came there since. */
bool breakpoint_next_sample(struct breakpoint *breakpoint,
                            struct breakpoint_sample *sample);

#endif
