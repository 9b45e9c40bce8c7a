/*
 * census_ways - by which way an object is held, from the root to its owner.
 */
#ifndef REFTALLY_PROBE_CENSUS_CENSUS_WAYS_H
#define REFTALLY_PROBE_CENSUS_CENSUS_WAYS_H

#include "cpython/owner_names.h"
#include "probe/census/object_graph.h"

struct census_ways {
    struct graph *graph;
    const struct owner_types *types;
    uint64_t budget; /* entries that may still be looked at */
    bool lacks_room; /* a part of a way could not be written */
};

struct census_ways census_ways_begin(struct graph *graph,
                                     const struct owner_types *types);

/* Writes the way to this node, and returns the record of its last holder. */
uint32_t census_way_write(struct census_ways *ways, uint32_t node);

/* Where the owner holds the object; both are nodes. */
void census_way_slot(struct census_ways *ways, uint32_t owner, uint32_t object,
                     struct owner_slot *slot);

/* The text of a slot, as a string of the ledger; 0: it has none. */
ledger_string census_way_slot_text(const struct owner_slot *slot);

/* A string of the ledger; "" is none. */
ledger_string census_way_text(const char *string);

#endif
