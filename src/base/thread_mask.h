/*
 * thread_mask - the signals that a thread blocks, as the kernel has them: a bit
 * each.
 */
#ifndef REFTALLY_BASE_THREAD_MASK_H
#define REFTALLY_BASE_THREAD_MASK_H

#include <stdbool.h>
#include <stdint.h>

uint64_t thread_mask_bit(int number);

/* Blocks these too, which may be none. False: nobody knows what is blocked, and
 * nothing has changed. */
bool thread_mask_block(uint64_t signals, uint64_t *before);

/* The same the other way round. */
bool thread_mask_unblock(uint64_t signals, uint64_t *before);

/* Tries again when it is refused: a host that no longer hears its signals waits
 * for ever. */
void thread_mask_restore(uint64_t before);

#endif
