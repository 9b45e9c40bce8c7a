#include "probe/census/heap_blocks.h"

/*
 * malloc/malloc.c of glibc: a chunk begins with the size of the one before, and
 * its own size, of which three bits are flags. Whether it is used says the
 * chunk behind it. The last one, up to the end, is the top: never given out.
 */
enum {
    SIZE_AT = 8,
    HEAD_BYTES = 16,
    CHUNK_MIN = 32,
    CHUNK_ALIGNMENT = 16,
    FLAG_BEFORE_USED = 1,
    FLAGS = 7,
    STEPS_MAX = 4096,
    STRIDE = 16 << 10, /* bytes that are walked to find a block, at most */
};

static bool
read_size(uint64_t chunk, uint64_t end, heap_read *read, void *context,
          uint64_t *size, bool *before_used)
{
    uint64_t word;

    if (end - chunk < HEAD_BYTES || !read(chunk + SIZE_AT, &word, context)) {
        return false;
    }
    *before_used = (word & FLAG_BEFORE_USED) != 0;
    *size = word & ~(uint64_t)FLAGS;
    return *size >= CHUNK_MIN && *size % CHUNK_ALIGNMENT == 0 &&
           *size <= end - chunk;
}

size_t
heap_free_parts(uint64_t start, uint64_t end, heap_read *read, void *context,
                struct heap_part *parts, size_t room)
{
    uint64_t chunk = start, size, next_size, last = start;
    size_t count = 0;
    bool used;

    if (!read_size(chunk, end, read, context, &size, &used)) {
        return 0;
    }
    while (count < room) {
        uint64_t next = chunk + size;
        bool top = next == end;

        if (!top && !read_size(next, end, read, context, &next_size, &used)) {
            return 0; /* not glibc's, or being changed: nothing is sure */
        }
        if (top || !used) {
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
    size_t part = part_behind(parts, count, address);

    return part < count && parts[part].start <= address;
}

uint64_t
heap_block_bytes(uint64_t start, uint64_t end, heap_read *read, void *context,
                 const struct heap_part *parts, size_t count, uint64_t address)
{
    size_t part = part_behind(parts, count, address);
    uint64_t chunk = part == 0 ? start : parts[part - 1].end;
    uint64_t size;
    bool used;

    /* A chunk begins behind each part; the way from there is short. */
    for (int i = 0; count > 0 && i < STEPS_MAX; i++) {
        if (chunk >= address ||
            !read_size(chunk, end, read, context, &size, &used)) {
            return 0;
        }
        if (address < chunk + size + SIZE_AT) {
            return address >= chunk + HEAD_BYTES ? size - SIZE_AT : 0;
        }
        chunk += size;
    }
    return 0;
}
