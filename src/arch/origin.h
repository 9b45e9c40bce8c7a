/*
 * origin - since when does a register hold what it holds at an instruction?
 */
#ifndef REFTALLY_ARCH_ORIGIN_H
#define REFTALLY_ARCH_ORIGIN_H

#include "arch/handing.h"

struct origin {
    uint64_t start;     /* the first instruction before which it is there */
    uint64_t made;      /* the one that put it there; 0: several, or none */
    uint16_t registers; /* that hold it at the start */
    bool in_slot;       /* a callee put it on the stack: the first that ... */
    int64_t slot;       /* ... loads it from there is what made it */
};

/* False: the function is too large, or this is not known. */
bool origin_find(const struct handing_code *code, uint64_t entry, uint64_t at,
                 uint8_t register_, struct handing_memory *memory,
                 struct origin *origin);

/*
 * What a store to memory that ends at `end` wrote over, if it was loaded from
 * there before: the registers that hold it at `end`. False: it was not.
 */
bool origin_find_overwritten(const struct handing_code *code, uint64_t entry,
                             uint64_t end, struct handing_memory *memory,
                             uint16_t *registers);

/*
 * The registers that at an instruction hold the count of what some of these
 * `registers` hold: compilers load it early.
 */
uint16_t origin_find_counts(const struct handing_code *code, uint64_t entry,
                            uint64_t at, uint16_t registers,
                            struct handing_memory *memory);

#endif
