/*
 * address_index - the number that stands for an address, for millions of them.
 *
 * Neighbours in memory are neighbours here: what is asked for in the order of
 * memory, or along pointers between objects that were made together, finds its
 * number where the last one was. There is a slot for 16 bytes, as no object is
 * smaller, and slots for a region of memory where something was placed.
 */
#ifndef REFTALLY_PROBE_CENSUS_ADDRESS_INDEX_H
#define REFTALLY_PROBE_CENSUS_ADDRESS_INDEX_H

#include "ledger/hash.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    ADDRESS_INDEX_REGION_SHIFT = 14,
    ADDRESS_INDEX_SLOTS = 1 << (ADDRESS_INDEX_REGION_SHIFT - 4),
};

struct address_index {
    uint32_t *slots;       /* ADDRESS_INDEX_SLOTS of each region, by number */
    uint64_t *regions;     /* number -> region; number 0 is none */
    uint32_t *numbers;     /* hash of the region -> number */
    uint32_t count, limit; /* the limit is a power of two */
};

/* False: no memory. */
bool address_index_init(struct address_index *index);
void address_index_release(struct address_index *index);

/* Where the number of a region stands, or the empty place where it belongs. */
static inline uint32_t *
address_index_region(const struct address_index *index, uint64_t region)
{
    uint32_t mask = 2 * index->limit - 1;
    uint32_t place = (uint32_t)(hash_spread(region) >> 32) & mask;

    while (index->numbers[place] != 0 &&
           index->regions[index->numbers[place]] != region) {
        place = (place + 1) & mask;
    }
    return &index->numbers[place];
}

static inline uint32_t *
address_index_slot(const struct address_index *index, uint32_t number,
                   uint64_t address)
{
    return &index->slots[(uint64_t)number * ADDRESS_INDEX_SLOTS +
                         ((address >> 4) & (ADDRESS_INDEX_SLOTS - 1))];
}

/* What was placed for the 16 bytes around the address; 0: nothing. */
static inline uint32_t
address_index_find(const struct address_index *index, uint64_t address)
{
    uint32_t number =
        *address_index_region(index, address >> ADDRESS_INDEX_REGION_SHIFT);

    return number == 0 ? 0 : *address_index_slot(index, number, address);
}

/* The same of the nearest such 16 bytes that are not above it, and that are not
 * `bytes` bytes below those around it. */
uint32_t address_index_below(const struct address_index *index,
                             uint64_t address, uint64_t bytes);

/* The place for it, which lasts until the next call; NULL: no memory. */
uint32_t *address_index_place(struct address_index *index, uint64_t address);

#endif
