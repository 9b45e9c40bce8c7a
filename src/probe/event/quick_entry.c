#include "probe/event/quick_entry.h"

#include "probe/stack/activations.h"
#include "probe/state/recorder.h"
#include "probe/watch/watcher.h"

#include <stddef.h>

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
