/*
 * wanted - objects of which more references were taken than owners are known: all
 * other memory is searched for them.
 */
#ifndef REFTALLY_PROBE_CENSUS_WANTED_H
#define REFTALLY_PROBE_CENSUS_WANTED_H

#include "probe/census/address_filter.h"
#include "probe/census/object_graph.h"

/* Marks them, and has the filter pass them alone. False: there are none. */
bool wanted_find(struct graph *graph, struct address_filter *filter);

/* After the search: entries of tables of bindings are owners only where nobody else
   is. */
void wanted_drop_entries(struct graph *graph);

#endif
