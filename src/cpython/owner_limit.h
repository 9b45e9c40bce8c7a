/*
 * owner_limit - how many entries a container of the standard library may have.
 */
#ifndef REFTALLY_CPYTHON_OWNER_LIMIT_H
#define REFTALLY_CPYTHON_OWNER_LIMIT_H

#include "cpython/layout.h"

/* Of an lru_cache or a deque; 0: it has no limit, or it is something else. */
uint32_t owner_limit(const struct python_layout *layout, uint64_t owner);

#endif
