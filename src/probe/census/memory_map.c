#include "probe/census/memory_map.h"

#include "base/mapping.h"
#include "cpython/memory.h"
#include "probe/images/image_records.h"
#include "probe/state/peek.h"

#include <string.h>

enum { RANGES_MAX = 64 * 1024, TEXT_BYTES = 64 * 1024, PAGE_BYTES = 4096 };

static const size_t map_bytes =
    RANGES_MAX * sizeof(struct memory_range) + TEXT_BYTES;

static void
add_range(struct memory_map *map, const struct maps_line *line, uint64_t start,
          uint64_t end, uint32_t image)
{
    if (start < end && map->count < RANGES_MAX) {
        map->ranges[map->count++] = (struct memory_range){
            .start = start,
            .end = end,
            .image = image,
            .writable = line->writable && line->is_private,
            .file = line->file,
            .stack = strstr(line->text, "[stack]") != NULL,
            .heap = strstr(line->text, "[heap]") != NULL,
        };
    }
}

void
memory_map_add(struct memory_map *map, const struct maps_line *line,
               uint32_t image, uint64_t image_end)
{
    uint64_t end = line->end;

    if (!line->readable) {
        return;
    }
    if (image != 0) {
        image_end = (image_end + PAGE_BYTES - 1) & ~(uint64_t)(PAGE_BYTES - 1);
        end = image_end < end ? image_end : end;
        add_range(map, line, line->start, end, image);
    }
    add_range(map, line, image != 0 ? end : line->start, line->end, 0);
}

static bool
add_line(const struct maps_line *line, void *context)
{
    uint32_t image = image_record_at(line->start);

    memory_map_add(context, line, image, image_record_end(image));
    return true;
}

bool
memory_map_read(struct memory_map *map)
{
    void *memory = mapping_zeroed(map_bytes);

    *map = (struct memory_map){ 0 };
    if (memory == NULL) {
        return false;
    }
    map->memory = memory;
    map->memory_bytes = map_bytes;
    map->ranges = memory;
    if (maps_file_read((char *)memory +
                           RANGES_MAX * sizeof(struct memory_range),
                       TEXT_BYTES, add_line, map) &&
        map->count > 0) {
        return true;
    }
    memory_map_release(map);
    return false;
}

/* The first range that ends behind the address. */
static size_t
range_behind(const struct memory_map *map, uint64_t address)
{
    size_t low = 0, high = map->count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (map->ranges[middle].end <= address) {
            low = middle + 1;
        }
        else {
            high = middle;
        }
    }
    return low;
}

/* The same; mostly that of the last one. */
static size_t
range_at(struct memory_map *map, uint64_t address)
{
    if (map->last >= map->count || address < map->ranges[map->last].start ||
        address >= map->ranges[map->last].end) {
        map->last = range_behind(map, address);
    }
    return map->last;
}

const struct memory_range *
memory_map_find(const struct memory_map *map, uint64_t address)
{
    size_t at = range_behind(map, address);

    return at < map->count && map->ranges[at].start <= address
               ? &map->ranges[at]
               : NULL;
}

/* A file that has been cut short has no pages behind its end, but is mapped:
 * who reads there gets SIGBUS. */
static bool
file_holds(const struct memory_range *range, uint64_t start, uint64_t end)
{
    uint64_t word;

    start = start > range->start ? start : range->start;
    end = end < range->end ? end : range->end;
    start &= ~(uint64_t)(PAGE_BYTES - 1);
    while (start < end && peek64(start, &word)) {
        start += PAGE_BYTES;
    }
    return start >= end;
}

static bool
may_be_cut(const struct memory_range *range)
{
    return range->file && range->image == 0;
}

bool
memory_map_word(struct memory_map *map, uint64_t address, uint64_t *word)
{
    size_t at = range_at(map, address);

    if (at < map->count && map->ranges[at].start <= address &&
        may_be_cut(&map->ranges[at])) {
        return peek64(address, word);
    }
    if (!memory_map_holds(map, address, sizeof *word)) {
        return false;
    }
    *word = load64(address);
    return true;
}

bool
memory_map_holds(struct memory_map *map, uint64_t address, uint64_t bytes)
{
    size_t low = range_at(map, address);

    if (low == map->count || map->ranges[low].start > address) {
        return false;
    }
    for (;; low++) {
        const struct memory_range *range = &map->ranges[low];
        bool last = range->end - address >= bytes;
        uint64_t end = last ? address + bytes : range->end;

        if (may_be_cut(range) && !file_holds(range, address, end)) {
            return false;
        }
        if (last) {
            return true;
        }
        if (low + 1 == map->count || map->ranges[low + 1].start != range->end) {
            return false;
        }
    }
}
