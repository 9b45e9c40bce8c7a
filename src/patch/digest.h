/*
 * digest - tells whether bytes are the same as they were.
 *
 * Against damage, not against somebody who wants two to agree: a change within
 * eight bytes is always seen, any other but once in 2^64.
 */
#ifndef REFTALLY_PATCH_DIGEST_H
#define REFTALLY_PATCH_DIGEST_H

#include <stddef.h>
#include <stdint.h>

/* Of the bytes, and of what `before` is the digest of; 0: of nothing. */
uint64_t digest(uint64_t before, const void *bytes, size_t size);

#endif
