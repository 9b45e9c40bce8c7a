/*
 * change - one more or one less reference to a tracked object.
 */
#ifndef REFTALLY_PROBE_EVENT_CHANGE_H
#define REFTALLY_PROBE_EVENT_CHANGE_H

#include "probe/stack/native_stack.h"
#include "probe/state/hook_frame.h"

/*
 * Of an object that has an account. False, only when `again` is not set: the
 * stack is unknown, as hook_change says.
 */
bool change_known(struct thread_record *thread, uint32_t account,
                  struct hook_frame *frame, uint64_t base_pointer, bool again);

/* Of one that has none; it may need one from here on. */
bool change_counted(struct thread_record *thread, struct hook_frame *frame,
                    uint64_t base_pointer, bool again);

/* Enters the change into the account. */
void change_record(struct thread_record *thread, uint32_t account,
                   struct change *change);

#endif
