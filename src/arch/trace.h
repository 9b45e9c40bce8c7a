/*
 * trace - instructions of a function in the order in which a stub executes
 * them.
 *
 * What is not followed by the next instruction is followed by its target: a
 * jump, which the stub leaves out then, or a branch, which it turns round. No
 * instruction stands there twice.
 */
#ifndef REFTALLY_ARCH_TRACE_H
#define REFTALLY_ARCH_TRACE_H

#include "arch/sites.h"

enum { TRACE_STEPS_MAX = 256 };

struct step {
    uint32_t index; /* of the instruction */
    uint32_t stub;  /* where it is in the blob, when that is made */
    bool entered;   /* the image jumps to it too: it is a group's first */
};

struct trace {
    struct step steps[TRACE_STEPS_MAX];
    size_t count;
};

/*
 * Whether a branch right behind a site is taken when an object that was
 * released there lives on. Most do.
 */
bool trace_lives_on(const struct function *function,
                    const struct instruction *branch, const struct site *site);

#endif
