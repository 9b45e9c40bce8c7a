/*
 * memory_kind - whose memory an address lies in, of what is no object.
 *
 * Allocators are recognised by what they write beside their blocks; nothing is
 * asked of them, and what does not agree with itself is of no kind.
 */
#ifndef REFTALLY_PROBE_CENSUS_MEMORY_KIND_H
#define REFTALLY_PROBE_CENSUS_MEMORY_KIND_H

#include "base/refcount_shape.h"
#include "probe/census/heap_blocks.h"
#include "probe/census/memory_map.h"
#include "probe/census/memory_scan.h"

#include <reftally/ledger_format.h>

enum { KIND_REUSED_MAX = 8 };

/* Where to look. All of it outlives the use of the rest. */
struct memory_kinds {
    const struct memory_map *map;
    const struct heap_part *free_parts; /* of the C heap, may be none */
    size_t free_count;
    const uint64_t *reused; /* KIND_REUSED_MAX addresses of types, or 0 */
    const struct refcount_shape *shape;
    const struct memory_scan *scan; /* that finds what is asked about */
};

struct memory_kind {
    enum ledger_holder_kind kind;
    struct heap_part block; /* which its owner has; from 0 to 0: unknown */
};

void memory_kinds_begin(const struct memory_kinds *kinds);

/*
 * Whether what stands there was left over: the block is free, or is an object
 * of one of these types, dead, that waits to be used again.
 */
bool memory_kind_is_left_over(uint64_t address);

/* Whether it lies where blocks are side by side, each of which can be found. */
bool memory_kind_has_blocks(uint64_t address);

/* The block of Python's allocator; from 0 to 0: it is in none. */
struct heap_part memory_kind_pool_block(uint64_t address);

/* LEDGER_HOLDER_BLOCK if nothing is known. */
struct memory_kind memory_kind_of(uint64_t address);

#endif
