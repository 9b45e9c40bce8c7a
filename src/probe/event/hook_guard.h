/*
 * hook_guard - one hook at a time.
 *
 * By the thread that holds the interpreter's lock; where there are several
 * locks, by the one whose turn it is.
 */
#ifndef REFTALLY_PROBE_EVENT_HOOK_GUARD_H
#define REFTALLY_PROBE_EVENT_HOOK_GUARD_H

#include "probe/event/several.h"
#include "probe/stack/thread_records.h"
#include "probe/state/recorder.h"
#include "probe/state/short_ways.h"

/* `again`: the hook has been entered, and left without hook_leave. NULL: it is
 * not to run. */
static inline __attribute__((always_inline)) struct thread_record *
hook_enter(bool again)
{
    struct thread_record *thread;

    if (again) {
        return recorder.thread;
    }
    thread = recorder.busy ? NULL : thread_record_here();
    if (thread == NULL) {
        recorder.store.header->outside++;
        recorder_frames_ended();
        return NULL;
    }
    if (recorder.several) {
        several_resume(thread);
    }
    else {
        entry_count_path.thread_state = thread->state;
        entry_count_path.thread_id = thread->id;
        short_ways_tally();
    }
    recorder.busy = true;
    return thread;
}

static inline void
hook_leave(void)
{
    if (recorder.several) {
        several_leave(recorder.thread);
    }
    recorder.busy = false;
}

#endif
