/*
 * owner_cache - containers of the standard library that may have a limit.
 */
#ifndef REFTALLY_CPYTHON_OWNER_CACHE_H
#define REFTALLY_CPYTHON_OWNER_CACHE_H

#include "cpython/layout.h"
#include "cpython/owner_slot.h"

/* How many entries an lru_cache or a deque may have; 0: it has no limit, or it
 * is something else. */
uint32_t owner_cache_limit(const struct python_layout *layout, uint64_t owner);

/*
 * Whether an lru_cache has it as what it was asked with: OWNER_SLOT_KEY_ITSELF.
 * Leaves the slot as it is when it has not.
 */
void owner_slot_in_cache(const struct python_layout *layout, uint64_t owner,
                         uint64_t object, uint64_t *budget,
                         struct owner_slot *slot);

#endif
