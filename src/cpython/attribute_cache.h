/*
 * attribute_cache - the interpreter's cache of what its types have by which
 * name. An entry owns the name, and borrows what was found.
 */
#ifndef REFTALLY_CPYTHON_ATTRIBUTE_CACHE_H
#define REFTALLY_CPYTHON_ATTRIBUTE_CACHE_H

#include <stdbool.h>

#include "cpython/layout.h"
#include "cpython/owners.h"

/*
 * Whether the word at `address`, in the interpreter's own memory, is what an
 * entry has found. Where the cache lies differs among builds, so its entries
 * are known by what they look like.
 */
bool attribute_cache_borrows(const struct python_layout *layout,
                             uint64_t address, owners_readable *readable);

#endif
