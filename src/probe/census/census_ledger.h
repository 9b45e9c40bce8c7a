/*
 * census_ledger - what a census found, as records of the ledger.
 */
#ifndef REFTALLY_PROBE_CENSUS_CENSUS_LEDGER_H
#define REFTALLY_PROBE_CENSUS_CENSUS_LEDGER_H

#include "probe/census/census_types.h"
#include "probe/census/object_graph.h"

/* Replaces the objects, owners and ways; fills in the sums of `census`. */
void census_write(struct graph *graph, const struct census_types *types,
                  const char *label, struct ledger_census *census);

/* Then: writes the census itself. */
void census_finish(const struct ledger_census *census);

/* Or, wherever it came to a stop: writes it without what it had found. */
void census_abandon(const struct ledger_census *census);

#endif
