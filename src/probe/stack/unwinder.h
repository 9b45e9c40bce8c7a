/*
 * unwinder - from a frame to its caller: the only user of libunwind.
 *
 * libunwind reads unwind tables and evaluates them; what it reads comes through
 * here. It is told of no process but of an address space that it does not know,
 * because what it does to its own (locks around the list of images, a pipe to
 * probe memory with) would be felt by the host. It runs on the slow path alone,
 * on a stack of its own, with the host's registers saved.
 */
#ifndef REFTALLY_PROBE_STACK_UNWINDER_H
#define REFTALLY_PROBE_STACK_UNWINDER_H

#include "probe/stack/native_stack.h"

#include <stdbool.h>

struct unwinder_frame {
    uint64_t pc;            /* of the frame; for the first one the site */
    uint64_t stack_pointer; /* in it; the one below ends here */
    uint64_t base_pointer;
    uint64_t base_saved_at; /* 0: still in the register */
};

enum unwinder_answer {
    UNWINDER_UNKNOWN, /* there is no way on from here */
    UNWINDER_END,     /* nobody called this */
    UNWINDER_STEPPED,
};

/* False: no memory. */
bool unwinder_init(void);

/* Gives back its memory; no walk follows. */
void unwinder_end(void);

/*
 * A walk begins. Memory between the two addresses is known to be mapped; tables
 * of images that were found before may be gone.
 */
void unwinder_begin(uint64_t stack, uint64_t stack_end);

/*
 * A walk ends. libunwind blocks all signals while it works, and does not look
 * at whether it may: the thread's are given back as they were before the first
 * step.
 */
void unwinder_finish(void);

/* A word of the stack that is walked. False: it is not there. */
bool unwinder_read(uint64_t address, uint64_t *value);

/* All of the first frame's registers are known, of others the base pointer. */
enum unwinder_answer unwinder_step(const struct unwinder_frame *frame,
                                   const struct registers *first,
                                   struct unwinder_frame *caller);

#endif
