#include "probe/event/quick_entry.h"

#include "probe/stack/activations.h"
#include "probe/state/recorder.h"
#include "probe/watch/watcher.h"

#include <stddef.h>

/* evaluation.S knows these. */
_Static_assert(offsetof(struct recorder, recording) == 0 &&
                   offsetof(struct recorder, busy) == 1 &&
                   offsetof(struct recorder, checkpoints) == 3 &&
                   offsetof(struct recorder, thread) == 16 &&
                   offsetof(struct recorder, activation_serial) == 24,
               "evaluation.S reads the recorder");
_Static_assert(offsetof(struct thread_record, state) == 0 &&
                   offsetof(struct thread_record, id) == 8 &&
                   offsetof(struct thread_record, count) == 16 &&
                   offsetof(struct thread_record, activations) == 24 &&
                   ACTIVATIONS_MAX == 65536,
               "evaluation.S reads the thread's record");
_Static_assert(offsetof(struct activation, stack_pointer) == 0 &&
                   offsetof(struct activation, base_pointer) == 8 &&
                   offsetof(struct activation, return_address) == 16 &&
                   offsetof(struct activation, frame) == 24 &&
                   offsetof(struct activation, code) == 32 &&
                   offsetof(struct activation, node) == 40 &&
                   offsetof(struct activation, serial) == 44 &&
                   offsetof(struct activation, slot) == 48 &&
                   offsetof(struct activation, entry_depth) == 52 &&
                   sizeof(struct activation) == 64,
               "evaluation.S writes activations");
_Static_assert(offsetof(struct quick_path, compiler) == 24 &&
                   offsetof(struct quick_path, innermost) == 40 &&
                   offsetof(struct quick_path, code_mask) == 56 &&
                   offsetof(struct quick_path, owner) == 72 &&
                   offsetof(struct quick_path, form) == 84 &&
                   offsetof(struct quick_path, entries) == 88 &&
                   offsetof(struct watcher_pulse, quick) == 0 &&
                   QUICK_CHAIN == 1 && QUICK_FRAME == 2,
               "evaluation.S reads its own structure");

void
quick_entry_learn(uint64_t site)
{
    const struct python_layout *layout = recorder.layout;
    const struct state_layout *state = &layout->state;

    if (quick_entry_path.site == site) {
        return;
    }
    if ((!state->has_evaluation && state->frame_in_evaluation) ||
        recorder.thread_is_lazy || recorder.several) {
        return; /* no version has that; evaluation.S does not look there */
    }
    quick_entry_path = (struct quick_path){
        .site = site,
        .thread_variable = recorder.current_thread,
        .thread_mask = recorder.thread_mask,
        .compiler = recorder.compiler,
        .interpreter = state->interpreter,
        .innermost = state->has_evaluation ? state->evaluation : state->frame,
        .code = layout->frame.code,
        .code_mask = ~(uint64_t)layout->frame.code_tag,
        .previous = layout->frame.previous,
        .owner = layout->frame.owner,
        .owner_evaluation = layout->frame.owner_evaluation,
        .form = state->has_evaluation                 ? QUICK_ADDRESS
                : layout->frame.owner_evaluation != 0 ? QUICK_CHAIN
                                                      : QUICK_FRAME,
        .entries = quick_entry_path.entries,
    };
}

void
quick_entry_forget(void)
{
    quick_entry_path.site = 0;
}
