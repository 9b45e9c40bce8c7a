/*
 * aims - the slots that a function stores to, each of one object or fixed, and
 * since when the function knows the object.
 */
#ifndef REFTALLY_ARCH_X86_64_AIMS_H
#define REFTALLY_ARCH_X86_64_AIMS_H

#include "arch/handing_code.h"
#include "arch/numbering.h"

enum { AIMS_MAX = 256 /* of one function */ };

/* One slot of one object, or a variable. */
struct aim {
    const struct handing_slot *slot;
    size_t number;
    uint32_t base;  /* value of the base register; 0: it is fixed */
    uint64_t start; /* since when the base has that value */
    bool doubtful;  /* it may be new: nothing may have been there */
};

/*
 * Those of `slots` that the function stores to: at most AIMS_MAX, of which it
 * returns the number. Memory that the function makes is not among them.
 */
size_t aims_find(struct numbering *numbering, handing_makes *makes,
                 uint64_t entry, const struct handing_slot *slots,
                 size_t slot_count, struct aim *aims);

bool aims_decode(const struct numbering *numbering, uint64_t address,
                 struct instruction *instruction);

/* Whether a word of memory is empty or a register stored there, all of it. */
bool aims_is_store(const struct instruction *instruction);

/* The instruction that wrote the value into a register; false: none did. */
bool aims_find_writer(const struct numbering *numbering, uint32_t value,
                      struct instruction *writer);

bool aims_is_stack(const struct numbering *numbering,
                   const struct instruction *instruction);

#endif
