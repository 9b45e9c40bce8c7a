/*
 * heap_scan - the free parts of the C heap of this process.
 */
#ifndef REFTALLY_PROBE_CENSUS_HEAP_SCAN_H
#define REFTALLY_PROBE_CENSUS_HEAP_SCAN_H

#include "probe/census/heap_blocks.h"
#include "probe/census/memory_map.h"
#include "probe/census/memory_scan.h"

/*
 * What was left over in them is nobody's. Returns how many there are; `parts`
 * are valid until the next call, and may be none.
 */
size_t heap_scan_free(const struct memory_map *map, struct memory_scan *scan,
                      const struct heap_part **parts);

#endif
