/* hash - mixing of words into table slots. */
#ifndef REFTALLY_LEDGER_HASH_H
#define REFTALLY_LEDGER_HASH_H

#include <stdint.h>

static inline uint64_t
hash_mix(uint64_t seed, uint64_t value)
{
    uint64_t mixed = (seed * 0xd6e8feb86659fd93u ^ value) * 0x9e3779b97f4a7c15u;

    return mixed ^ (mixed >> 29);
}

#endif
