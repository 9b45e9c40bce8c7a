/*
 * flags - whether a register still holds what the flags tell.
 *
 * Compilers step a count, store it, and branch on the flags of the step. A stub
 * between these need not keep the flags: testing the register makes them again.
 */
#ifndef REFTALLY_ARCH_X86_64_FLAGS_H
#define REFTALLY_ARCH_X86_64_FLAGS_H

#include "arch/trace.h"

struct flags_source {
    uint8_t register_; /* REGISTER_NONE: there is none */
    bool wide;         /* all 64 bits of it */
};

/*
 * Where the flags before step number `step` come from, when only those of
 * `live` are needed. Steps come from the step before and nowhere else, but for
 * the first and those that are entered: these come from the instruction that
 * stands before them, unless something jumps there, as `joined` says.
 */
struct flags_source flags_source_of(const struct function *function,
                                    const struct trace *trace, size_t step,
                                    uint32_t live, const uint8_t *joined);

#endif
