#include "probe/census/heap_blocks.h"

/*
 * malloc/malloc.c of glibc: a chunk begins with the size of the one before, and
 * its own size, of which three bits are flags. Whether it is used says the
 * chunk behind it. The last one, up to the end, is the top: never given out.
 *
 * What a thread has freed lately it keeps at hand: such blocks pass for used,
 * but their second word is a key, which is taken away when they are given out.
 * The key is the address of that thread's table (2.29 to 2.33) or a number by
 * chance. The main thread's table is one of the first blocks of the heap: for
 * each of so many sizes a number of 16 bits, and the address of a block. The
 * number is how many there are, or (from 2.42) how many more there may be.
 */
enum {
    BINS = 64,
    BINS_2_42 = 76,
    BIN_BYTES = 2 + 8,
    TABLE_AMONG = 64, /* so many blocks */
    KEY_AT = 8,       /* in a block */
    SIZE_AT = 8,
    HEAD_BYTES = 16,
    CHUNK_MIN = 32,
    CHUNK_ALIGNMENT = 16,
    FLAG_BEFORE_USED = 1,
    FLAGS = 7,
    STEPS_MAX = 4096,
    STRIDE = 16 << 10, /* bytes that are walked to find a block, at most */
};

struct heap {
    uint64_t start, end;
    heap_read *read;
    void *context;
};

static bool
read_size(const struct heap *heap, uint64_t chunk, uint64_t *size,
          bool *before_used)
{
    uint64_t word;

    if (heap->end - chunk < HEAD_BYTES ||
        !heap->read(chunk + SIZE_AT, &word, heap->context)) {
        return false;
    }
    *before_used = (word & FLAG_BEFORE_USED) != 0;
    *size = word & ~(uint64_t)FLAGS;
    return *size >= CHUNK_MIN && *size % CHUNK_ALIGNMENT == 0 &&
           *size <= heap->end - chunk;
}

/* The number that says that there is no block of a size. */
static bool
read_numbers(const struct heap *heap, uint64_t table, unsigned bins,
             uint16_t numbers[BINS_2_42], uint16_t *none)
{
    *none = 0;
    for (unsigned bin = 0; bin < bins; bin += 4) {
        uint64_t four;

        if (!heap->read(table + 2 * bin, &four, heap->context)) {
            return false;
        }
        for (unsigned i = 0; i < 4; i++) {
            numbers[bin + i] = (uint16_t)(four >> (16 * i));
            if (bins == BINS_2_42 && numbers[bin + i] > *none) {
                *none = numbers[bin + i];
            }
        }
    }
    return true;
}

/* What all blocks of the table have for a key; 0: it is no table. */
static uint64_t
key_of_table(const struct heap *heap, uint64_t table, unsigned bins)
{
    uint16_t numbers[BINS_2_42], none;
    uint64_t block, key, all = 0;

    if (!read_numbers(heap, table, bins, numbers, &none)) {
        return 0;
    }
    for (unsigned bin = 0; bin < bins; bin++) {
        uint64_t at = table + 2 * bins + 8 * bin;

        if (!heap->read(at, &block, heap->context) ||
            (block == 0) != (numbers[bin] == none)) {
            return 0;
        }
        if (block <= heap->start || block >= heap->end - HEAD_BYTES) {
            continue; /* none, or in another heap */
        }
        if (!heap->read(block + KEY_AT, &key, heap->context) || key == 0 ||
            (all != 0 && key != all)) {
            return 0;
        }
        all = key;
    }
    return all;
}

/* 0: nothing is kept at hand, or not as above. */
static uint64_t
find_key(const struct heap *heap)
{
    uint64_t chunk = heap->start, size, key = 0;
    bool used;

    for (int i = 0; i < TABLE_AMONG && key == 0; i++) {
        if (!read_size(heap, chunk, &size, &used)) {
            return 0;
        }
        for (unsigned bins = BINS; bins <= BINS_2_42;
             bins += BINS_2_42 - BINS) {
            uint64_t bytes = bins * BIN_BYTES + SIZE_AT + CHUNK_ALIGNMENT - 1;

            if (key == 0 && size == bytes / CHUNK_ALIGNMENT * CHUNK_ALIGNMENT) {
                key = key_of_table(heap, chunk + HEAD_BYTES, bins);
            }
        }
        chunk += size;
    }
    return key;
}

/* It is used as far as the chunk behind it knows. */
static bool
is_kept(const struct heap *heap, uint64_t chunk, uint64_t key)
{
    uint64_t word;

    return key != 0 &&
           heap->read(chunk + HEAD_BYTES + KEY_AT, &word, heap->context) &&
           word == key;
}

size_t
heap_free_parts(uint64_t start, uint64_t end, heap_read *read, void *context,
                struct heap_part *parts, size_t room)
{
    const struct heap heap = { start, end, read, context };
    uint64_t chunk = start, size, next_size, last = start;
    uint64_t key = find_key(&heap);
    size_t count = 0;
    bool used;

    if (!read_size(&heap, chunk, &size, &used)) {
        return 0;
    }
    while (count < room) {
        uint64_t next = chunk + size;
        bool top = next == end;

        if (!top && !read_size(&heap, next, &next_size, &used)) {
            return 0; /* not glibc's, or being changed: nothing is sure */
        }
        if (top || !used || is_kept(&heap, chunk, key)) {
            parts[count++] =
                (struct heap_part){ chunk + HEAD_BYTES, chunk + size };
            last = next;
        }
        else if (next - last >= STRIDE && count < room / 2) {
            parts[count++] = (struct heap_part){ next, next };
            last = next;
        }
        if (top) {
            break;
        }
        chunk = next;
        size = next_size;
    }
    return count;
}

/* The first part that ends behind the address. */
static size_t
part_behind(const struct heap_part *parts, size_t count, uint64_t address)
{
    size_t low = 0, high = count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (parts[middle].end <= address) {
            low = middle + 1;
        }
        else {
            high = middle;
        }
    }
    return low;
}

bool
heap_parts_hold(const struct heap_part *parts, size_t count, uint64_t address)
{
    size_t part = part_behind(parts, count, address - SIZE_AT);

    /* Nothing stands behind the top, which is the last. */
    return part < count && parts[part].start <= address &&
           (address < parts[part].end ||
            (part + 1 < count && parts[part].start < parts[part].end));
}

struct heap_part
heap_block_around(uint64_t start, uint64_t end, heap_read *read, void *context,
                  const struct heap_part *parts, size_t count, uint64_t address)
{
    const struct heap_part unknown = { 0, 0 };
    size_t part = part_behind(parts, count, address);
    const struct heap heap = { start, end, read, context };
    uint64_t chunk = part == 0 ? start : parts[part - 1].end;
    uint64_t size;
    bool used;

    /* A chunk begins behind each part; the way from there is short. */
    for (int i = 0; count > 0 && i < STEPS_MAX; i++) {
        if (chunk >= address || !read_size(&heap, chunk, &size, &used)) {
            return unknown;
        }
        if (address < chunk + size + SIZE_AT) {
            return address >= chunk + HEAD_BYTES
                       ? (struct heap_part){ chunk + HEAD_BYTES,
                                             chunk + size + SIZE_AT }
                       : unknown;
        }
        chunk += size;
    }
    return unknown;
}
