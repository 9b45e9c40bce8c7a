/*
 * census_passing - what is held only until garbage is collected.
 *
 * A dictionary with weak keys lets go of a value when the key's object goes. An
 * object that only others like it hold is garbage and goes at the next
 * collection, and so does what hangs on it.
 */
#ifndef REFTALLY_PROBE_CENSUS_CENSUS_PASSING_H
#define REFTALLY_PROBE_CENSUS_CENSUS_PASSING_H

#include "probe/census/census_ways.h"

/* Whether the owner holds the object so; both are nodes. */
bool census_passing_owner(struct census_ways *ways, uint32_t owner,
                          uint32_t object);

/* The same of any owner on the way from the root to the node. */
bool census_passing_way(struct census_ways *ways, uint32_t node);

#endif
