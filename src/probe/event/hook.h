/*
 * hook - what a patched site calls.
 *
 * These run in the middle of the host's code: general registers only, nothing
 * allocated, nothing called but our own. Entered through entry.S.
 */
#ifndef REFTALLY_PROBE_EVENT_HOOK_H
#define REFTALLY_PROBE_EVENT_HOOK_H

#include "probe/state/hook_frame.h"

/*
 * A change is about to happen. False, only when `again` is not set: the stack
 * is unknown; save all registers, call hook_change_slow and then hook_change
 * with `again`.
 */
bool hook_change(struct hook_frame *frame, uint64_t base_pointer, bool again);
void hook_change_slow(struct hook_slow_frame *frame);

/* So many changes were counted, on short ways, that it may be time to look. */
void hook_tick(const struct hook_frame *frame);

/* Everything is mapped: from now on hooks may be called. */
void hook_ready(void);

#endif
