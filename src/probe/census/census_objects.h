/*
 * census_objects - the objects of a census: those that the collector knows,
 * those with an account, and those that are only counted.
 */
#ifndef REFTALLY_PROBE_CENSUS_CENSUS_OBJECTS_H
#define REFTALLY_PROBE_CENSUS_CENSUS_OBJECTS_H

#include "probe/census/memory_map.h"
#include "probe/census/object_graph.h"

/* What is mapped, which must outlive the census. */
void census_objects_begin(struct memory_map *map);

/* Whether so many bytes can be read there. */
bool census_objects_readable(uint64_t address, uint64_t bytes);

/* Whether what somebody refers to is an object, and was not freed. */
bool census_objects_is(uint64_t address);

/*
 * Makes a graph with a node for each of them. False: the collector is at work,
 * or there is no memory.
 */
bool census_objects_add(struct graph *graph,
                        const struct collector_layout *lists);

#endif
