/*
 * flags - whether a register still holds what the flags tell.
 *
 * Compilers step a count, store it, and branch on the flags of the step. A stub
 * between these need not keep the flags: testing the register makes them again.
 */
#ifndef REFTALLY_ARCH_X86_64_FLAGS_H
#define REFTALLY_ARCH_X86_64_FLAGS_H

#include "arch/x86_64/function.h"

struct flags_source {
    uint8_t register_; /* REGISTER_NONE: there is none */
    bool wide;         /* all 64 bits of it */
};

/*
 * Where the flags before instruction `index` come from, when only those of
 * `live` are needed. What runs from `first` on comes nowhere else but from
 * before; other instructions may be jumped to as `joined` says.
 */
struct flags_source flags_source_of(const struct function *function,
                                    size_t index, uint32_t live, size_t first,
                                    const uint8_t *joined);

#endif
