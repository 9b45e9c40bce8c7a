/*
 * census_roots - what a program holds directly: its modules, and the frames
 * that run.
 */
#ifndef REFTALLY_PROBE_CENSUS_CENSUS_ROOTS_H
#define REFTALLY_PROBE_CENSUS_CENSUS_ROOTS_H

#include "probe/census/object_graph.h"

/* Puts them into the queue of the graph. */
void census_roots_modules(struct graph *graph, uint64_t module_type);
void census_roots_frames(struct graph *graph);

#endif
