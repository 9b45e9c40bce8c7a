#include "probe/census/memory_map.h"

#include "base/mapping.h"
#include "base/maps_file.h"

#include <string.h>

enum { RANGES_MAX = 64 * 1024, TEXT_BYTES = 64 * 1024 };

static const size_t map_bytes =
    RANGES_MAX * sizeof(struct memory_range) + TEXT_BYTES;

static bool
add_line(const struct maps_line *line, void *context)
{
    struct memory_map *map = context;

    if (line->readable && map->count < RANGES_MAX) {
        map->ranges[map->count++] = (struct memory_range){
            .start = line->start,
            .end = line->end,
            .writable = line->writable && line->is_private,
            .file = line->file,
            .stack = strstr(line->text, "[stack]") != NULL,
            .heap = strstr(line->text, "[heap]") != NULL,
        };
    }
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

void
memory_map_release(struct memory_map *map)
{
    mapping_return(map->memory, map_bytes);
    *map = (struct memory_map){ 0 };
}

bool
memory_map_holds(const struct memory_map *map, uint64_t address, uint64_t bytes)
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
    if (low == map->count || map->ranges[low].start > address) {
        return false;
    }
    while (address + bytes > map->ranges[low].end) {
        if (low + 1 == map->count ||
            map->ranges[low + 1].start != map->ranges[low].end) {
            return false;
        }
        low++;
    }
    return true;
}
