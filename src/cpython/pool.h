/*
 * pool - memory of Python's allocator for small objects.
 *
 * A pool has blocks of one size behind a header that knows the free ones. Its
 * form has been the same from CPython 3.9 to 3.15 (struct pool_header,
 * Include/internal/pycore_obmalloc.h); the size of a pool is 4 KiB up to 3.9
 * and 16 KiB since. What does not agree with itself in every number is no pool.
 */
#ifndef REFTALLY_CPYTHON_POOL_H
#define REFTALLY_CPYTHON_POOL_H

#include <stdbool.h>
#include <stdint.h>

enum {
    POOL_BYTES_MIN = 4096,
    POOL_BYTES_MAX = 16384,
    POOL_BLOCKS_MAX = POOL_BYTES_MAX / 16,
};

struct pool {
    uint64_t start;
    uint32_t bytes, block_bytes, blocks;
    uint64_t free[POOL_BLOCKS_MAX / 64]; /* a bit for each block */
};

/* `memory` is a copy of the `bytes` at `start`. False: they are no pool. */
bool pool_read(struct pool *pool, const void *memory, uint64_t start,
               uint32_t bytes);

/* The block around the address; 0: it is in the header or behind the last. */
uint64_t pool_block(const struct pool *pool, uint64_t address);

/* Whether that block is free, and what stands in it was left over. */
bool pool_is_free(const struct pool *pool, uint64_t address);

#endif
