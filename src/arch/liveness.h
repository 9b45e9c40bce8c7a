/*
 * liveness - which registers and flags hold what somebody may still read.
 *
 * A backward dataflow over one function. Callers and callees follow the System
 * V ABI, but for what a compiler knows of functions it compiles together: it
 * may keep a value in a register that the callee leaves alone (gcc's -fipa-ra).
 * A register is therefore free at a return only when the function itself gives
 * every caller a reason to expect that it is lost.
 */
#ifndef REFTALLY_ARCH_LIVENESS_H
#define REFTALLY_ARCH_LIVENESS_H

#include "arch/function.h"

/* Code between which direct jumps are followed: parts of one function. */
struct liveness_part {
    struct function function;
    uint8_t
        *entered; /* for each instruction: may an indirect jump lead to it? */
    uint32_t *live;
};

/*
 * Leaves in live[i] of each part the resources that may be read by instruction
 * i, or behind it before they are overwritten; all of them where that is not
 * known. What holds of the first part holds; the others are there for its sake,
 * and what holds of them holds where it comes there.
 */
void liveness_solve(const struct liveness_part *parts, size_t count);

#endif
