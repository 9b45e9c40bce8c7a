/*
 * census_blocks - what memory of C holds that something leads to.
 *
 * An object whose only owner is a block of malloc is lost with that block if
 * nothing leads there; else it is held, as by any other owner. Where there is no
 * room, or no time, to find that out, all blocks pass for reached: nobody is told
 * that something was lost which was not.
 */
#ifndef REFTALLY_PROBE_CENSUS_CENSUS_BLOCKS_H
#define REFTALLY_PROBE_CENSUS_CENSUS_BLOCKS_H

#include "probe/census/memory_map.h"
#include "probe/census/object_graph.h"

/*
 * After census_memory_elsewhere, and before census_memory_close: marks what is
 * reached, and whatever that leads to. Searches memory up to four times.
 */
void census_blocks_mark(struct graph *graph, const struct memory_map *map);

#endif
