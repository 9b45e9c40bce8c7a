#include "probe/census/heap_scan.h"

#include "base/mapping.h"

enum { FREE_PARTS_MAX = 1 << 18 };

static struct heap_part *free_parts;

static bool
read_heap(uint64_t address, uint64_t *word, void *context)
{
    return memory_scan_read(context, address, word);
}

size_t
heap_scan_free(const struct memory_map *map, struct memory_scan *scan,
               const struct heap_part **parts)
{
    if (free_parts == NULL) {
        free_parts = mapping_zeroed(FREE_PARTS_MAX * sizeof *free_parts);
    }
    *parts = free_parts;
    for (size_t i = 0; free_parts != NULL && i < map->count; i++) {
        if (map->ranges[i].heap) {
            return heap_free_parts(map->ranges[i].start, map->ranges[i].end,
                                   read_heap, scan, free_parts, FREE_PARTS_MAX);
        }
    }
    return 0;
}
