/*
 * shadow - one byte for every 16 bytes of address space: does a tracked object
 * begin there, is it a type whose objects are not tracked?
 *
 * Where address space is short (ulimit -v), a small table of counters indexed
 * by a few bits of the address takes its place. It says "tracked" too often,
 * never too rarely, and knows nothing of types.
 */
#ifndef REFTALLY_PROBE_STATE_SHADOW_H
#define REFTALLY_PROBE_STATE_SHADOW_H

#include "arch/stub.h"
#include "probe/state/options.h"

enum shadow_result { SHADOW_READY, SHADOW_REFUSED, SHADOW_TAKEN };

/* Maps it at SHADOW_BASE; the kind chosen is left in recorder.shadow_hashed. */
enum shadow_result shadow_map(enum options_filter wanted);

/* Whether the address lies in it. */
bool shadow_holds(uint64_t address);

/* Its byte, in the map. */
static inline uint8_t *
shadow_at(uint64_t object)
{
    return (uint8_t *)(uintptr_t)(SHADOW_BASE + (object >> 4));
}

void shadow_track(uint64_t object);
void shadow_forget(uint64_t object);
void shadow_mark_type(uint64_t type, bool untracked);

/* Forgets all: every filter says no from now on. */
void shadow_clear(void);

/* Tells the kernel, as madvise does, if it is mapped. */
void shadow_advise(int advice);

/* Nobody is in a filter, and none comes into one. */
void shadow_unmap(void);

#endif
