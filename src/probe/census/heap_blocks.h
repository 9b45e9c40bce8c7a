/*
 * heap_blocks - which parts of glibc's heap are free, and how large a block is.
 *
 * What stands in freed memory was left over there and owns nothing. A heap that
 * does not look as glibc leaves it has no free parts, as far as is known here.
 */
#ifndef REFTALLY_PROBE_CENSUS_HEAP_BLOCKS_H
#define REFTALLY_PROBE_CENSUS_HEAP_BLOCKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Copies the word at the address. False: it cannot be read. */
typedef bool heap_read(uint64_t address, uint64_t *word, void *context);

struct heap_part {
    uint64_t start, end;
};

/*
 * Fills in the free parts of the heap in [start, end), in ascending order, and
 * returns how many; no more than `room`. So are small blocks that malloc keeps
 * at hand, but those of its oldest lists (fastbins), and of other threads before
 * glibc 2.34, pass for used. Where used blocks stand in long rows there are empty parts
 * between some, so that each is found from a place near by.
 */
size_t heap_free_parts(uint64_t start, uint64_t end, heap_read *read,
                       void *context, struct heap_part *parts, size_t room);

/*
 * What the owner of the used block around the address has; from 0 to 0: unknown.
 * The free parts are what heap_free_parts has found.
 */
struct heap_part heap_block_around(uint64_t start, uint64_t end,
                                   heap_read *read, void *context,
                                   const struct heap_part *parts, size_t count,
                                   uint64_t address);

/* Whether the word lies in one of them; the last one of a block stands in the
   head of the next. */
bool heap_parts_hold(const struct heap_part *parts, size_t count,
                     uint64_t address);

#endif
