/*
 * mapping - zeroed memory straight from the system, page by page as touched.
 */
#ifndef REFTALLY_BASE_MAPPING_H
#define REFTALLY_BASE_MAPPING_H

#include <stdint.h>

/* NULL: the system gave no address space. Never returned. */
void *mapping_zeroed(uint64_t size_bytes);

#endif
