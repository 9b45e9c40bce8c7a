/*
 * birth - an object begins: it gets an account, or is only counted.
 */
#ifndef REFTALLY_PROBE_EVENT_BIRTH_H
#define REFTALLY_PROBE_EVENT_BIRTH_H

#include "probe/stack/native_stack.h"
#include "probe/state/hook_frame.h"

/* False, only when `again` is not set: as hook_change. */
bool birth(struct thread_record *thread, struct hook_frame *frame,
           uint64_t base_pointer, bool again);

#endif
