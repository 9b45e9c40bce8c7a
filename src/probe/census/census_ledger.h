/*
 * census_ledger - what a census found, as records of the ledger.
 */
#ifndef REFTALLY_PROBE_CENSUS_CENSUS_LEDGER_H
#define REFTALLY_PROBE_CENSUS_CENSUS_LEDGER_H

#include "cpython/owner_names.h"
#include "probe/census/memory_kind.h"
#include "probe/census/object_graph.h"

struct census_types {
    struct owner_types owners;
    uint64_t reused[KIND_REUSED_MAX]; /* see memory_kind.h */
};

/* Replaces the objects, owners and ways; fills in the sums of `census`. */
void census_write(struct graph *graph, const struct census_types *types,
                  const char *label, struct ledger_census *census);

/* Then: writes the census itself. */
void census_finish(const struct ledger_census *census);

/* Or, wherever it came to a stop: writes it without what it had found. */
void census_abandon(const struct ledger_census *census);

#endif
