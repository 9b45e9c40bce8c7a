/*
 * origin - since when does a register hold what it holds at an instruction?
 *
 * Numbers the values of registers and of slots of the stack from the function's
 * first instruction on, along all paths at once: copies of a value have one
 * number, and where paths meet that bring different ones a new one begins.
 */
#ifndef REFTALLY_ARCH_X86_64_ORIGIN_H
#define REFTALLY_ARCH_X86_64_ORIGIN_H

#include "arch/x86_64/handing.h"

struct origin {
    uint64_t start;     /* the first instruction before which it is there */
    uint64_t made;      /* the one that put it there; 0: several, or none */
    uint16_t registers; /* that hold it at the start */
};

/* False: the function is too large, or this is not known. */
bool origin_find(const struct handing_code *code, uint64_t entry, uint64_t at,
                 uint8_t register_, struct handing_memory *memory,
                 struct origin *origin);

#endif
