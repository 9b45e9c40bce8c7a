#include "probe/quick_entry.h"

#include "probe/activations.h"
#include "probe/recorder.h"
#include "probe/slot_watch.h"

enum { STEPS_MAX = 16 }; /* from frame to frame, until it takes too long */

/* How the interpreter shows the innermost evaluation. */
enum quick_form {
    FORM_ADDRESS, /* an address in its C frame */
    FORM_FRAME,   /* the frame that it was entered with */
    FORM_CHAIN,   /* the first one of its own among the frames */
};

/* Out of the layout; each field is used for every entry. */
static struct {
    uint64_t site; /* of the evaluator, 0: not known */
    enum quick_form form;
    uint32_t innermost; /* in the thread state: where that is */
    uint32_t previous, owner, owner_evaluation;
    uint32_t code;
    uint64_t code_mask;
} path;

void
quick_entry_learn(uint64_t site)
{
    const struct python_layout *layout = recorder.layout;

    if (path.site == site) {
        return;
    }
    if (!layout->state.has_evaluation && layout->state.frame_in_evaluation) {
        return; /* no version has that */
    }
    path.form = layout->state.has_evaluation          ? FORM_ADDRESS
                : layout->frame.owner_evaluation == 0 ? FORM_FRAME
                                                      : FORM_CHAIN;
    path.innermost = layout->state.has_evaluation ? layout->state.evaluation
                                                  : layout->state.frame;
    path.previous = layout->frame.previous;
    path.owner = layout->frame.owner;
    path.owner_evaluation = layout->frame.owner_evaluation;
    path.code = layout->frame.code;
    path.code_mask = ~(uint64_t)layout->frame.code_tag;
    path.site = site;
}

static inline bool
compiler_is_on(uint64_t state)
{
    return recorder.compiler != 0 &&
           load8(load64(state + recorder.layout->state.interpreter) +
                 recorder.compiler) != 0;
}

/* Whether nobody else wants to know of this entry. */
static inline bool
slot_watch_sleeps(void)
{
    uint32_t entries = slot_watch_pulse.entries + 1;

    if (recorder.slot_watch) {
        if (slot_watch_pulse.awake > 0 || entries % SLOT_WATCH_NAP == 0) {
            return false;
        }
        slot_watch_pulse.entries = entries;
    }
    return true;
}

/* The interpreter's own frame below this one; 0: none, or it is far. */
static inline uint64_t
own_frame(uint64_t frame)
{
    for (unsigned i = 0; i < STEPS_MAX && frame != 0; i++) {
        if (load8(frame + path.owner) >= path.owner_evaluation) {
            return frame;
        }
        frame = load64(frame + path.previous);
    }
    return 0;
}

/* Where the innermost evaluation shows; 0: it is not to be found at once. */
static inline uint64_t
innermost_evaluation(uint64_t state, uint64_t stack_pointer)
{
    uint64_t innermost = load64(state + path.innermost);

    if (path.form == FORM_CHAIN) {
        innermost = own_frame(innermost);
    }
    return path.form == FORM_FRAME || innermost > stack_pointer ? innermost : 0;
}

/* Whether it is that of this call, which has not returned then. */
static inline bool
is_of(const struct activation *call, uint64_t innermost)
{
    return path.form == FORM_FRAME ? innermost == call->frame
                                   : innermost < call->stack_pointer;
}

bool
quick_entry(const struct quick_entry *entry, uint64_t frame)
{
    struct thread_record *thread = recorder.thread;
    uint64_t stack_pointer = entry->stack_pointer;
    uint64_t self = own_thread_id(), state, innermost;
    struct activation *call;

    if (entry->site != path.site || !recorder.recording || recorder.busy ||
        recorder.checkpoints || thread == NULL || thread->id != self) {
        return false;
    }
    state = thread->state;
    if (state == 0 || thread_state_here(self) != state ||
        compiler_is_on(state)) {
        return false;
    }
    innermost = innermost_evaluation(state, stack_pointer);
    call = &thread->activations[thread->count];
    while (thread->count > 0 && !call[-1].slot &&
           (call[-1].stack_pointer <= stack_pointer ||
            (innermost != 0 && !is_of(call - 1, innermost)))) {
        thread->count--;
        call--;
    }
    if (innermost == 0 || thread->count == 0 ||
        thread->count == ACTIVATIONS_MAX || call[-1].slot ||
        !slot_watch_sleeps()) {
        return false;
    }
    /* Field by field: a whole structure would be cleared first. */
    call->stack_pointer = stack_pointer;
    call->base_pointer = entry->base_pointer;
    call->return_address = load64(stack_pointer);
    call->frame = frame;
    call->code = load64(frame + path.code) & path.code_mask;
    call->node = 0;
    call->serial = ++recorder.activation_serial;
    call->slot = false;
    thread->count++;
    recorder.store.header->evaluations++;
    return true;
}
