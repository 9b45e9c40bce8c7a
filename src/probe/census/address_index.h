/*
 * address_index - the number that stands for an address, for millions of them.
 *
 * Neighbours in memory are neighbours here: what is asked for in the order of
 * memory, or along pointers between objects that were made together, finds its
 * number where the last one was. There is a bit for 16 bytes, as no object is
 * smaller, and as many numbers as have been placed: most of memory is inside of
 * objects, and most words that are looked up lead nowhere.
 */
#ifndef REFTALLY_PROBE_CENSUS_ADDRESS_INDEX_H
#define REFTALLY_PROBE_CENSUS_ADDRESS_INDEX_H

#include "ledger/hash.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    ADDRESS_INDEX_REGION_SHIFT = 14,
    ADDRESS_INDEX_BLOCK_SHIFT = 10, /* 64 bits, of 16 bytes each */
    ADDRESS_INDEX_BLOCKS =
        1 << (ADDRESS_INDEX_REGION_SHIFT - ADDRESS_INDEX_BLOCK_SHIFT),
    ADDRESS_INDEX_ROOMS = 5, /* sizes of rows: 4 to 64 numbers */
};

struct address_block {
    uint64_t bits;
    uint32_t row;  /* in `placed`: a number for each bit, in their order */
    uint32_t room; /* for so many */
};

struct address_index {
    struct address_block *blocks; /* of each region, by number */
    uint64_t *regions;            /* number -> region; number 0 is none */
    uint32_t *numbers;            /* hash of the region -> number */
    uint32_t count, limit;        /* the limit is a power of two */
    uint32_t *placed;
    uint32_t used;
    uint32_t spare[ADDRESS_INDEX_ROOMS]; /* rows that were left; each begins
                                            with the next; 0: none */
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

static inline struct address_block *
address_index_block(const struct address_index *index, uint32_t number,
                    uint64_t address)
{
    return &index->blocks[(uint64_t)number * ADDRESS_INDEX_BLOCKS +
                          ((address >> ADDRESS_INDEX_BLOCK_SHIFT) &
                           (ADDRESS_INDEX_BLOCKS - 1))];
}

/* The processor's own instruction is not everywhere. */
static inline uint32_t
address_index_count(uint64_t bits)
{
    bits -= bits >> 1 & 0x5555555555555555;
    bits = (bits & 0x3333333333333333) + (bits >> 2 & 0x3333333333333333);
    bits = (bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0f;
    return (uint32_t)(bits * 0x0101010101010101 >> 56);
}

/* How many bits of the block stand for addresses below this one. */
static inline uint32_t
address_index_rank(const struct address_block *block, uint64_t address)
{
    uint64_t below = ((uint64_t)1 << (address >> 4 & 63)) - 1;

    return address_index_count(block->bits & below);
}

static inline uint32_t
address_index_in(const struct address_index *index,
                 const struct address_block *block, uint64_t address)
{
    return (block->bits >> (address >> 4 & 63) & 1) == 0
               ? 0
               : index->placed[block->row + address_index_rank(block, address)];
}

/* What was placed for the 16 bytes around the address; 0: nothing. */
static inline uint32_t
address_index_find(const struct address_index *index, uint64_t address)
{
    uint32_t number =
        *address_index_region(index, address >> ADDRESS_INDEX_REGION_SHIFT);

    return number == 0
               ? 0
               : address_index_in(index,
                                  address_index_block(index, number, address),
                                  address);
}

/* The same of the nearest such 16 bytes that are not above it, and that are not
 * `bytes` bytes below those around it. */
uint32_t address_index_below(const struct address_index *index,
                             uint64_t address, uint64_t bytes);

/* The place for it, which lasts until the next call; NULL: no memory. */
uint32_t *address_index_place(struct address_index *index, uint64_t address);

#endif
