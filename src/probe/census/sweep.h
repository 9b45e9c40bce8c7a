/*
 * sweep - takes out of the ledger what is no object any more.
 *
 * Memory may be freed without its object's count coming down to zero: a string
 * that was reallocated elsewhere by code that nobody watches, for one. The
 * account then stands for nothing, and is found out by looking.
 */
#ifndef REFTALLY_PROBE_CENSUS_SWEEP_H
#define REFTALLY_PROBE_CENSUS_SWEEP_H

#include <stdbool.h>
#include <stdint.h>

#include "probe/census/memory_map.h"

/* Whether the account's object is still what the account says, and alive. */
bool sweep_is_alive(struct memory_map *map, uint32_t account);

/* The same for an object without an account. */
bool sweep_counts(struct memory_map *map, uint64_t object);

/* Visits the objects that live, or seem to, without an account. */
typedef void sweep_visit(uint64_t object, void *context);
void sweep_counted(sweep_visit *visit, void *context);

/*
 * Compares every account with its object in memory and closes those that are
 * gone, and writes down the objects that live without an account. Nothing may be recorded at the same time.
 */
void sweep(void);

#endif
