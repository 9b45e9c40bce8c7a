/*
 * object_around - the object whose memory an address lies in, or just behind.
 */
#ifndef REFTALLY_PROBE_CENSUS_OBJECT_AROUND_H
#define REFTALLY_PROBE_CENSUS_OBJECT_AROUND_H

#include "probe/census/heap_blocks.h"
#include "probe/census/object_graph.h"

/* 0: in none. */
uint32_t object_around(const struct graph *graph, uint64_t address);

/*
 * Whether the address lies behind the end of the object in that block, which is
 * longer by less than what objects are aligned to. Nobody has that part.
 */
bool object_around_ends_before(const struct graph *graph, uint64_t address,
                               struct heap_part block);

#endif
