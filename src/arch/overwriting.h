/*
 * overwriting - stores that forget what they write over.
 *
 * Follows the paths through a function to its stores to some slots. A store is
 * fine where the slot was found empty before, or what it held was given back or
 * put elsewhere, and where the memory was made by a call in the function.
 */
#ifndef REFTALLY_ARCH_OVERWRITING_H
#define REFTALLY_ARCH_OVERWRITING_H

#include "arch/handing_code.h"

struct overwriting {
    uint64_t store; /* address of the instruction */
    uint64_t end;   /* ... and behind it */
    size_t slot;    /* which of those that were asked for */
    uint16_t holds; /* registers with what was there: it may yet be released */
};

/*
 * Returns how many were found, at most `room`. A callee is DOUBTFUL that may
 * release what it is given. `makes` has the context of `code`.
 */
size_t overwriting_find(const struct handing_code *code, uint64_t entry,
                        handing_makes *makes, const struct handing_slot *slots,
                        size_t slot_count, struct handing_memory *memory,
                        struct overwriting *found, size_t room);

#endif
