/* hash - mixing of words into table slots. */
#ifndef REFTALLY_LEDGER_HASH_H
#define REFTALLY_LEDGER_HASH_H

#include <stdint.h>

/* Spreads nearby words, and no two become the same. */
static inline uint64_t
hash_spread(uint64_t word)
{
    return word * 0x9e3779b97f4a7c15u;
}

/* Good in its upper half only. */
static inline uint64_t
hash_mix_upper(uint64_t seed, uint64_t value)
{
    return hash_spread(seed * 0xd6e8feb86659fd93u ^ value);
}

static inline uint64_t
hash_mix(uint64_t seed, uint64_t value)
{
    uint64_t mixed = hash_mix_upper(seed, value);

    return mixed ^ (mixed >> 29);
}

#endif
