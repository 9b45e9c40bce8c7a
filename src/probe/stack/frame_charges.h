/*
 * frame_charges - references that evaluations left over, by object and code.
 *
 * Kept while the object lives: LEDGER_CHARGES.
 */
#ifndef REFTALLY_PROBE_STACK_FRAME_CHARGES_H
#define REFTALLY_PROBE_STACK_FRAME_CHARGES_H

#include <stdbool.h>
#include <stdint.h>

/* What an object is to a frame; below: the slot with this number. */
enum frame_place {
    FRAME_PLACE_CLOSURE = 1 << 28, /* + its number there */
    FRAME_PLACE_FUNCTION = 1 << 29,
    FRAME_PLACE_CODE = 1 << 30,
};

struct frame_code {
    uint64_t address;
    uint32_t number; /* in LEDGER_CODES */
    uint32_t place;
};

bool frame_charges_init(void);

/* All that was charged for the object of this account. */
int64_t frame_charges_of(uint32_t account);

/* Charges a code object; negative: it gave back too much. */
void frame_charges_add(uint32_t account, int64_t left,
                       const struct frame_code *code);

#endif
