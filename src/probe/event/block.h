/*
 * block - memory that the interpreter frees or moves, and a tracked object was
 * in.
 */
#ifndef REFTALLY_PROBE_EVENT_BLOCK_H
#define REFTALLY_PROBE_EVENT_BLOCK_H

#include <stdint.h>

/* The tracked object whose memory begins at the block, or 0. */
uint64_t block_object(uint64_t block);

/* The memory of the tracked object is freed, or about to be moved. */
void block_freed(uint64_t object);
void block_reallocated(uint64_t object);

#endif
