#include "probe/stack/activations.h"

#include "cpython/frame_stack.h"
#include "cpython/memory.h"
#include "probe/stack/activation_import.h"
#include "probe/state/recorder.h"

enum {
    FRAMES_WALKED = 32, /* whatever is remembered */
};

static void
drop_returned(struct thread_record *thread, uint64_t stack_pointer)
{
    while (thread->count > 0 &&
           thread->activations[thread->count - 1].stack_pointer <
               stack_pointer) {
        thread->count--;
    }
}

static bool
returns_as_called(const struct activation *call)
{
    return load64(call->stack_pointer) == call->return_address;
}

enum remembered {
    LIVE,    /* what a walk found still stands there */
    OVER,    /* it does not */
    UNKNOWN, /* no walk has found it */
};

static enum remembered
remembered_of(const struct activation *call, uint64_t stack_pointer)
{
    uint64_t entry = call->stack_pointer - call->entry_depth;

    if (call->slot || !returns_as_called(call)) {
        return OVER;
    }
    if (call->entry_depth == 0) {
        return UNKNOWN;
    }
    return entry > stack_pointer &&
                   frame_is_of_evaluation(recorder.layout, entry) &&
                   load64(entry + recorder.layout->frame.previous) ==
                       call->below
               ? LIVE
               : OVER;
}

static void
remember(struct thread_record *thread, uint64_t entry, uint64_t stack_pointer)
{
    for (int32_t i = thread->count - 1; i >= 0; i--) {
        struct activation *call = &thread->activations[i];

        if (!call->slot && entry > stack_pointer &&
            entry < call->stack_pointer) {
            call->entry_depth = (uint32_t)(call->stack_pointer - entry);
            call->below = load64(entry + recorder.layout->frame.previous);
            return;
        }
    }
}

/*
 * As frame_stack_innermost_evaluation. In a deep recursion of Python code, where
 * one evaluation has countless frames, they are walked once, and then only the
 * nearest: an activation is the innermost while all that it put on the stack,
 * and what called it, are as they were. To be deceived, it must have returned,
 * another function must have left all of that as it was, and so many frames
 * must have come above without a change that anybody saw.
 */
static uint64_t
innermost_evaluation(struct thread_record *thread, uint64_t stack_pointer)
{
    enum remembered known = OVER;
    uint64_t entry;

    if (frame_stack_near_evaluation(recorder.layout, thread->state,
                                    FRAMES_WALKED, &entry)) {
        return entry;
    }
    for (int32_t i = thread->count - 1; i >= 0 && known == OVER; i--) {
        const struct activation *call = &thread->activations[i];

        known = remembered_of(call, stack_pointer);
        if (known == LIVE) {
            return call->stack_pointer - call->entry_depth;
        }
    }
    entry = frame_stack_innermost_evaluation(recorder.layout, thread->state);
    remember(thread, entry, stack_pointer);
    return entry;
}

/* What tells live calls of the default evaluator from others. */
struct present {
    uint64_t stack_pointer;
    uint64_t innermost; /* evaluation, or in 3.9 frame; 0: none */
};

static struct present
present_of(struct thread_record *thread, uint64_t stack_pointer)
{
    struct present now = { stack_pointer, 0 };

    if (thread->state == 0 || thread->count == 0) {
        return now;
    }
    now.innermost =
        recorder.has_evaluation || recorder.layout->frame.owner_evaluation != 0
            ? innermost_evaluation(thread, stack_pointer)
            : frame_stack_current_frame(recorder.layout, thread->state);
    return now;
}

static bool
is_live(const struct activation *call, const struct present *now)
{
    if (call->slot) {
        return returns_as_called(call);
    }
    if (recorder.has_evaluation ||
        recorder.layout->frame.owner_evaluation != 0) {
        return now->innermost > now->stack_pointer &&
               now->innermost < call->stack_pointer;
    }
    return now->innermost != 0 && now->innermost == call->frame;
}

int32_t
activation_search(struct thread_record *thread, uint64_t stack_pointer)
{
    struct present now;

    drop_returned(thread, stack_pointer);
    now = present_of(thread, stack_pointer);
    for (int32_t i = thread->count - 1; i >= 0; i--) {
        const struct activation *call = &thread->activations[i];

        if (!call->slot && is_live(call, &now)) {
            return i;
        }
    }
    return NO_ACTIVATION;
}

int32_t
activation_outer(const struct thread_record *thread, int32_t i)
{
    do {
        i--;
    } while (i >= 0 && thread->activations[i].slot);
    return i;
}

uint32_t
activation_serial_search(const struct thread_record *thread, int32_t live)
{
    int32_t next = live + 1;

    /* An evaluator in the slot that has not called the default one yet. */
    if (next < thread->count && thread->activations[next].slot &&
        returns_as_called(&thread->activations[next])) {
        return thread->activations[next].serial;
    }
    return live >= 0 ? thread->activations[live].serial : 0;
}

void
activation_enter(struct thread_record *thread, uint64_t stack_pointer,
                 uint64_t base_pointer, uint64_t frame, bool slot)
{
    struct activation *call;
    const struct activation *outer = NULL;
    struct present now;

    drop_returned(thread, stack_pointer + 1);
    now = present_of(thread, stack_pointer);
    while (thread->count > 0) {
        outer = &thread->activations[thread->count - 1];
        if (is_live(outer, &now)) {
            break;
        }
        thread->count--;
        outer = NULL;
    }
    if (thread->count == ACTIVATIONS_MAX) {
        return;
    }
    call = &thread->activations[thread->count];
    call->stack_pointer = stack_pointer;
    call->base_pointer = base_pointer;
    call->return_address = load64(stack_pointer);
    call->frame = frame;
    call->code = frame_code(recorder.layout, frame);
    call->node = 0;
    call->slot = slot;
    call->import = IMPORT_UNKNOWN;
    call->within = 0;
    call->entry_depth = 0;
    call->serial = outer != NULL && outer->slot && !slot
                       ? outer->serial
                       : ++recorder.activation_serial;
    thread->count++;
}
