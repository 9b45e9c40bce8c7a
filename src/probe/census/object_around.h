/*
 * object_around - the object whose memory an address lies in, or just behind.
 */
#ifndef REFTALLY_PROBE_CENSUS_OBJECT_AROUND_H
#define REFTALLY_PROBE_CENSUS_OBJECT_AROUND_H

#include "cpython/owner_slot.h"
#include "probe/census/heap_blocks.h"
#include "probe/census/object_graph.h"

/* 0: in none. */
uint32_t object_around(const struct graph *graph, uint64_t address);

/*
 * The frame object, generator or coroutine in that block whose slots the address is
 * among: they are longer than their types say, by the slots of their code. 0: none.
 */
uint32_t object_around_frame(const struct graph *graph,
                             const struct owner_types *types, uint64_t address,
                             struct heap_part block);

/*
 * Whether the address lies behind the end of the object in that block, which is
 * longer by less than what objects are aligned to. Nobody has that part.
 */
bool object_around_ends_before(const struct graph *graph, uint64_t address,
                               struct heap_part block);

#endif
