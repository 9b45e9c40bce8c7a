/*
 * address_filter - may this be one of the addresses that are looked for?
 *
 * Most words of the memory are none of them, and this says so of nearly all, by
 * a bit for each few neighbouring addresses: a part of the address, so that those
 * which lie together have their bits together.
 */
#ifndef REFTALLY_PROBE_CENSUS_ADDRESS_FILTER_H
#define REFTALLY_PROBE_CENSUS_ADDRESS_FILTER_H

#include <stdbool.h>
#include <stdint.h>

enum {
    ADDRESS_FILTER_BITS = 1
                          << 19, /* an eighth of the second level of a cache */
    ADDRESS_FILTER_WORD = 64,
};

/* Zeroed, none passes. */
struct address_filter {
    uint64_t words[ADDRESS_FILTER_BITS / ADDRESS_FILTER_WORD];
    unsigned shift; /* 2^shift bytes have one bit */
};

static inline uint64_t
address_filter_place(const struct address_filter *filter, uint64_t address)
{
    return (address >> filter->shift) % ADDRESS_FILTER_BITS;
}

static inline void
address_filter_add(struct address_filter *filter, uint64_t address)
{
    uint64_t place = address_filter_place(filter, address);

    filter->words[place / ADDRESS_FILTER_WORD] |=
        (uint64_t)1 << place % ADDRESS_FILTER_WORD;
}

/* All of [start, end). */
static inline void
address_filter_add_all(struct address_filter *filter, uint64_t start,
                       uint64_t end)
{
    uint64_t step = (uint64_t)1 << filter->shift;
    uint64_t most = (uint64_t)ADDRESS_FILTER_BITS << filter->shift;

    end = end - start < most ? end : start + most;
    for (uint64_t at = start & -step; at < end; at += step) {
        address_filter_add(filter, at);
    }
}

static inline bool
address_filter_passes(const struct address_filter *filter, uint64_t address)
{
    uint64_t place = address_filter_place(filter, address);

    return (filter->words[place / ADDRESS_FILTER_WORD] >>
                place % ADDRESS_FILTER_WORD &
            1) != 0;
}

#endif
