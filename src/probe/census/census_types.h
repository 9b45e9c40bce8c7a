/*
 * census_types - types whose objects mean something of their own to a census.
 */
#ifndef REFTALLY_PROBE_CENSUS_CENSUS_TYPES_H
#define REFTALLY_PROBE_CENSUS_CENSUS_TYPES_H

#include "cpython/owner_names.h"
#include "probe/census/memory_kind.h"

struct census_types {
    struct owner_types owners;
    uint64_t reused[KIND_REUSED_MAX]; /* see memory_kind.h */
};

#endif
