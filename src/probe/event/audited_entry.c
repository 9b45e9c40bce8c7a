#include "probe/event/audited_entry.h"

#include "probe/event/function_entry.h"
#include "probe/stack/thread_records.h"
#include "probe/state/entry_points.h"
#include "probe/state/recorder.h"
#include "probe/state/turn.h"

/* The call of an evaluator that was just entered, or NULL. */
static struct activation *
entered(const struct hook_frame *frame)
{
    struct thread_record *thread = recorder.thread;
    int32_t role = store_site(&recorder.store, hook_site(frame))->amount;
    struct activation *call;

    if (!recorder.recording || thread == NULL || thread->count == 0 ||
        thread->id != own_thread_id() ||
        (role != ROLE_EVALUATE && role != ROLE_EVALUATE_SLOT)) {
        return NULL;
    }
    call = &thread->activations[thread->count - 1];
    if (call->stack_pointer != frame->address ||
        call->frame != hook_argument2(frame)) {
        return NULL;
    }
    /* An evaluator in the PEP 523 slot answers for what it has evaluated. */
    return call != thread->activations && call[-1].serial == call->serial
               ? NULL
               : call;
}

uint64_t
audited_entry(struct hook_frame *frame)
{
    struct activation *call;
    uint32_t bytes = 0;

    function_entry(frame);
    if (!turn_take_if_several()) {
        return 0;
    }
    call = entered(frame);
    if (call != NULL) {
        bytes = frame_audit_bytes(call->frame);
        call->within =
            (uint16_t)(bytes == 0 ? 0 : (bytes + AUDITED_ENTRY_BYTES) / 16);
    }
    turn_give_if_several();
    return bytes;
}

void
audited_entry_begin(struct frame_audit *audit, uint64_t bytes, uint64_t frame)
{
    *audit = (struct frame_audit){ 0 };
    if (!turn_take_if_several()) {
        return;
    }
    if (recorder.recording && !recorder.busy) {
        recorder.busy = true;
        frame_audit_begin(audit, (uint32_t)bytes, frame);
        recorder.busy = false;
    }
    turn_give_if_several();
}

void
audited_entry_end(struct frame_audit *audit, uint64_t result)
{
    if (audit->frame == 0 || !turn_take_if_several()) {
        return;
    }
    if (recorder.recording && !recorder.busy) {
        recorder.busy = true;
        frame_audit_end(audit, result);
        recorder.busy = false;
    }
    turn_give_if_several();
}
