/*
 * conditions - numbers of conditions, as conditional branches have them.
 */
#ifndef REFTALLY_ARCH_X86_64_CONDITIONS_H
#define REFTALLY_ARCH_X86_64_CONDITIONS_H

enum {
    CONDITION_ZERO = 0x4, /* or equal */
    CONDITION_NOT_ZERO = 0x5,
    CONDITION_ABOVE = 0x7, /* without a sign */
    CONDITION_NEGATIVE = 0x8,
    CONDITION_LESS = 0xc, /* than 0, after a test; so are the next two */
    CONDITION_NOT_GREATER = 0xe,
    CONDITION_GREATER = 0xf,
    CONDITION_NONE = 0xff,
};

#endif
