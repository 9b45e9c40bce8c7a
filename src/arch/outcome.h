/*
 * outcome - what a function returns from some place on, if that is always a
 * sign of failure.
 */
#ifndef REFTALLY_ARCH_OUTCOME_H
#define REFTALLY_ARCH_OUTCOME_H

#include "arch/handing_code.h"

enum outcome {
    OUTCOME_OTHER,
    OUTCOME_ZERO, /* NULL, where it returns pointers */
    OUTCOME_MINUS_ONE,
};

/* Bits of the registers that are known to be 0 there, and -1. */
struct outcome_known {
    uint16_t zeros, minus;
};

enum outcome outcome_find(const struct handing_code *code, uint64_t address,
                          struct outcome_known known);

#endif
