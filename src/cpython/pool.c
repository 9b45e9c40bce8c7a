#include "cpython/pool.h"

#include <string.h>

/* struct pool_header */
enum {
    COUNT_AT = 0, /* blocks in use */
    FREE_AT = 8,  /* the first free block; each begins with the next one */
    CLASS_AT = 36,
    NEXT_AT = 40, /* offset of the first block that was never given out */
    LAST_AT = 44, /* of the last one that there is room for */
    HEADER_BYTES = 48,
    CLASSES = 32,
    ALIGNMENT = 16,
};

static uint32_t
word32(const uint8_t *memory, uint32_t at)
{
    uint32_t value;

    memcpy(&value, memory + at, sizeof value);
    return value;
}

/* Number of the block that begins at the offset; -1: none does. */
static int64_t
number_at(const struct pool *pool, uint64_t offset)
{
    return offset >= HEADER_BYTES &&
                   (offset - HEADER_BYTES) % pool->block_bytes == 0 &&
                   (offset - HEADER_BYTES) / pool->block_bytes < pool->blocks
               ? (int64_t)((offset - HEADER_BYTES) / pool->block_bytes)
               : -1;
}

static bool
mark(struct pool *pool, uint32_t number)
{
    uint64_t bit = (uint64_t)1 << (number % 64);

    if ((pool->free[number / 64] & bit) != 0) {
        return false;
    }
    pool->free[number / 64] |= bit;
    return true;
}

bool
pool_read(struct pool *pool, const void *memory, uint64_t start, uint32_t bytes)
{
    const uint8_t *at = memory;
    uint32_t class = word32(at, CLASS_AT), next = word32(at, NEXT_AT);
    uint32_t given, freed = 0;
    uint64_t free;

    *pool = (struct pool){ .start = start, .bytes = bytes };
    if (class >= CLASSES) {
        return false;
    }
    pool->block_bytes = (class + 1) * ALIGNMENT;
    pool->blocks = (bytes - HEADER_BYTES) / pool->block_bytes;
    given = (next - HEADER_BYTES) / pool->block_bytes;
    if (word32(at, LAST_AT) != bytes - pool->block_bytes ||
        next < HEADER_BYTES || (next - HEADER_BYTES) % pool->block_bytes != 0 ||
        given > pool->blocks) {
        return false;
    }
    for (memcpy(&free, at + FREE_AT, sizeof free); free != 0; freed++) {
        int64_t number = number_at(pool, free - start);

        if (number < 0 || number >= given || !mark(pool, (uint32_t)number)) {
            return false;
        }
        memcpy(&free, at + (free - start), sizeof free);
    }
    for (uint32_t i = given; i < pool->blocks; i++) {
        mark(pool, i);
    }
    return word32(at, COUNT_AT) + freed == given;
}

uint64_t
pool_block(const struct pool *pool, uint64_t address)
{
    uint64_t offset = address - pool->start;

    if (offset < HEADER_BYTES || offset >= pool->bytes) {
        return 0;
    }
    offset -= (offset - HEADER_BYTES) % pool->block_bytes;
    return number_at(pool, offset) < 0 ? 0 : pool->start + offset;
}

bool
pool_is_free(const struct pool *pool, uint64_t address)
{
    uint64_t block = pool_block(pool, address);
    uint64_t number;

    if (block == 0) {
        return false;
    }
    number = (block - pool->start - HEADER_BYTES) / pool->block_bytes;
    return (pool->free[number / 64] >> (number % 64) & 1) != 0;
}
