/*
 * memory_map - what is mapped into the process, as the kernel says.
 */
#ifndef REFTALLY_PROBE_CENSUS_MEMORY_MAP_H
#define REFTALLY_PROBE_CENSUS_MEMORY_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/mapping.h"
#include "base/maps_file.h"

struct memory_range {
    uint64_t start, end;
    uint32_t image; /* its record, 0: of none */
    bool writable;  /* privately: nobody else has it */
    bool file;
    bool stack; /* of the main thread */
    bool heap;  /* of the C library, as far as it grows in one piece */
};

/* Readable ranges in ascending order. */
struct memory_map {
    struct memory_range *ranges;
    size_t count;
    size_t last; /* that was asked about */
    void *memory;
    size_t memory_bytes;
};

/*
 * Adds a line of what the kernel says, which begins in this image. The kernel
 * joins the last variables of an image with memory of others that happens to
 * lie behind them: these become two ranges.
 */
void memory_map_add(struct memory_map *map, const struct maps_line *line,
                    uint32_t image, uint64_t image_end);

/* False: it cannot be read. */
bool memory_map_read(struct memory_map *map);

/* On the event path, too. */
static inline void
memory_map_release(struct memory_map *map)
{
    mapping_return(map->memory, map->memory_bytes);
    map->memory = map->ranges = NULL;
    map->count = 0;
}

/* The range in which it lies; NULL: none. */
const struct memory_range *memory_map_find(const struct memory_map *map,
                                           uint64_t address);

/* Whether all of these bytes can be read; of a file, as long as it is now. */
bool memory_map_holds(struct memory_map *map, uint64_t address, uint64_t bytes);

/* The word there; false: it cannot be read. Somebody else may cut a file short at
 * any moment: of one the kernel is asked. */
bool memory_map_word(struct memory_map *map, uint64_t address, uint64_t *word);

#endif
