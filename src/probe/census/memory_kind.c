#include "probe/census/memory_kind.h"

#include "cpython/memory.h"
#include "cpython/pool.h"
#include "probe/state/peek.h"

#include <string.h>
#include <unistd.h>

enum {
    PAGE_BYTES = 4096,
    LOOKS_BACK_MAX = 64,   /* in one census: they cost a read a page */
    PAGES_LOOKED_AT = 512, /* before an address */
    CHUNK_HEAD_BYTES = 16, /* of glibc */
    CHUNK_FLAGS = 7,
    CHUNK_MAPPED = 2, /* has a mapping of its own */
    FRAMES_BYTES_MIN = 16384,
    REUSED_BYTES_MIN = 48, /* the smallest of objects that are used again */
    GC_HEAD_BYTES = 16,
};

/* malloc/arena.c of glibc: threads have heaps at multiples of this. */
static const uint64_t thread_heap_bytes = (uint64_t)64 << 20;

static struct {
    struct memory_kinds kinds;
    struct pool pool;
    uint64_t no_pool; /* window that is none */
    uint64_t page;    /* of which page_memory has the contents, or 0 */
    unsigned looks_back;
} now;

static _Alignas(16) uint8_t pool_memory[POOL_BYTES_MAX];
static _Alignas(16) uint8_t page_memory[PAGE_BYTES];

void
memory_kinds_begin(const struct memory_kinds *kinds)
{
    now.kinds = *kinds;
    now.pool.bytes = 0;
    now.no_pool = 0;
    now.page = 0;
    now.looks_back = 0;
}

static bool
read_memory(uint64_t address, void *buffer, size_t bytes)
{
    return peek_bytes(address, buffer, bytes) == bytes;
}

/* ---- Python's allocator ---- */

static bool
read_pool(uint64_t start, uint64_t bytes)
{
    const void *copy = memory_scan_copy(now.kinds.scan, start, bytes);

    if (copy != NULL) {
        memcpy(pool_memory, copy, bytes);
    }
    return (copy != NULL || read_memory(start, pool_memory, bytes)) &&
           pool_read(&now.pool, pool_memory, start, bytes);
}

/* Makes the pool around the address the one at hand. */
static bool
find_pool(uint64_t address)
{
    uint64_t window = address & ~(uint64_t)(POOL_BYTES_MAX - 1);
    uint64_t small = address & ~(uint64_t)(POOL_BYTES_MIN - 1);

    if (address - now.pool.start < now.pool.bytes) {
        return true;
    }
    if (small == now.no_pool) {
        return false;
    }
    if (read_pool(window, POOL_BYTES_MAX) || read_pool(small, POOL_BYTES_MIN)) {
        return true;
    }
    now.pool.bytes = 0;
    now.no_pool = small;
    return false;
}

/*
 * What it held stays when it waits to be used again. Its count is 0, or from
 * 3.14 on the address of the next one that waits.
 */
static bool
is_dead_object(uint64_t block)
{
    const uint8_t *at = pool_memory + (block - now.pool.start) + GC_HEAD_BYTES;
    uint64_t type, count;
    int i = 0;

    if (now.pool.block_bytes < REUSED_BYTES_MIN) {
        return false;
    }
    memcpy(&count, at, sizeof count);
    memcpy(&type, at + 8, sizeof type);
    if ((uint32_t)count != 0 && (count & now.kinds.shape->always_zero) == 0) {
        return false;
    }
    while (i < KIND_REUSED_MAX && now.kinds.reused[i] != type) {
        i++;
    }
    return i < KIND_REUSED_MAX && type != 0;
}

bool
memory_kind_is_left_over(uint64_t address)
{
    uint64_t block;

    if (heap_parts_hold(now.kinds.free_parts, now.kinds.free_count, address)) {
        return true;
    }
    if (!find_pool(address)) {
        return false;
    }
    block = pool_block(&now.pool, address);
    return block == 0 || pool_is_free(&now.pool, address) ||
           is_dead_object(block);
}

struct heap_part
memory_kind_pool_block(uint64_t address)
{
    uint64_t block = find_pool(address) ? pool_block(&now.pool, address) : 0;

    return block == 0
               ? (struct heap_part){ 0, 0 }
               : (struct heap_part){ block, block + now.pool.block_bytes };
}

/* ---- what else there is ---- */

/* Of an aligned address. Blocks lie side by side: a page has many heads. */
static bool
read_word(uint64_t address, uint64_t *word, void *context)
{
    uint64_t page = address & ~(uint64_t)(PAGE_BYTES - 1);

    (void)context;
    if (page != now.page) {
        now.page = 0;
        if (!read_memory(page, page_memory, PAGE_BYTES)) {
            return false;
        }
        now.page = page;
    }
    memcpy(word, page_memory + (address - page), sizeof *word);
    return true;
}

/* A heap that glibc made for a thread: its head says how far it goes. */
static bool
is_in_thread_heap(uint64_t address)
{
    uint64_t start = address & ~(thread_heap_bytes - 1);
    uint64_t head[3]; /* arena, heap before, size */

    return read_memory(start, head, sizeof head) && head[0] != 0 &&
           head[2] % PAGE_BYTES == 0 && head[2] <= thread_heap_bytes &&
           address - start < head[2];
}

/* A large block begins a page with its own size; so does memory for frames. */
static bool
look_back(uint64_t address, uint64_t lowest, struct memory_kind *found)
{
    uint64_t page = address & ~(uint64_t)(PAGE_BYTES - 1);

    if (now.looks_back++ >= LOOKS_BACK_MAX) {
        return false;
    }
    for (int i = 0; i < PAGES_LOOKED_AT && page >= lowest; i++) {
        uint64_t head[3];
        uint64_t size;

        if (!read_memory(page, head, sizeof head)) {
            return false;
        }
        size = head[1] & ~(uint64_t)CHUNK_FLAGS;
        if (head[0] == 0 && (head[1] & CHUNK_FLAGS) == CHUNK_MAPPED &&
            size % PAGE_BYTES == 0 && address - page < size) {
            *found = (struct memory_kind){
                LEDGER_HOLDER_HEAP, { page + CHUNK_HEAD_BYTES, page + size }
            };
            return true;
        }
        /* struct _stack_chunk (3.11 and later): previous, size, top */
        if (head[0] % PAGE_BYTES == 0 && head[1] >= FRAMES_BYTES_MIN &&
            (head[1] & (head[1] - 1)) == 0 && address - page < head[1] &&
            head[2] <= head[1] / sizeof(uint64_t)) {
            *found = (struct memory_kind){ LEDGER_HOLDER_FRAMES, { 0, 0 } };
            return true;
        }
        page -= PAGE_BYTES;
    }
    return false;
}

bool
memory_kind_has_blocks(uint64_t address)
{
    const struct memory_range *range = memory_map_find(now.kinds.map, address);

    return range != NULL && !range->file && (range->heap || find_pool(address));
}

struct memory_kind
memory_kind_of(uint64_t address)
{
    struct memory_kind found = { LEDGER_HOLDER_BLOCK, { 0, 0 } };
    const struct memory_range *range = memory_map_find(now.kinds.map, address);

    if (range == NULL || range->file) {
        return found;
    }
    if (range->heap) {
        found.kind = LEDGER_HOLDER_HEAP;
        found.block = heap_block_around(range->start, range->end, read_word,
                                        NULL, now.kinds.free_parts,
                                        now.kinds.free_count, address);
    }
    else if (find_pool(address)) {
        found.kind = LEDGER_HOLDER_POOL;
        found.block = memory_kind_pool_block(address);
    }
    else if (is_in_thread_heap(address)) {
        found.kind = LEDGER_HOLDER_HEAP;
    }
    else {
        look_back(address, range->start, &found);
    }
    return found;
}
