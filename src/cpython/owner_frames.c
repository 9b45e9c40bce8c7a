#include "cpython/owners.h"

#include "cpython/frame_stack.h"
#include "cpython/memory.h"

enum {
    INTERPRETERS_MAX = 256,
    THREADS_MAX = 64 * 1024,
    FRAMES_MAX = 64 * 1024,
    SLOTS_MAX = 1 << 20,
    OWNED_BY_GENERATOR = 1, /* enum _frameowner, from 3.11 */
};

static uint32_t
tuple_length(const struct python_layout *layout, uint64_t tuple)
{
    uint64_t length = tuple == 0 ? 0 : load64(tuple + layout->object.size);

    return length > SLOTS_MAX ? SLOTS_MAX : (uint32_t)length;
}

uint32_t
owners_code_slots(const struct python_layout *layout, uint64_t code)
{
    const struct owner_layout *at = &layout->owners;
    uint32_t count = load32(code + at->code_local_count);

    if (at->code_cell_names != 0) {
        count += tuple_length(layout, load64(code + at->code_cell_names)) +
                 tuple_length(layout, load64(code + at->code_free_names));
    }
    return count > SLOTS_MAX ? 0 : count;
}

uint32_t
owners_code_free(const struct python_layout *layout, uint64_t code)
{
    const struct owner_layout *at = &layout->owners;

    return at->code_free_names != 0
               ? tuple_length(layout, load64(code + at->code_free_names))
               : load32(code + at->code_free_count);
}

bool
owners_frame_of_generator(const struct python_layout *layout, uint64_t frame)
{
    return !layout->owners.frame_is_object &&
           load8(frame + layout->frame.owner) == OWNED_BY_GENERATOR;
}

bool
owners_frame_keeps(const struct python_layout *layout, uint64_t frame,
                   bool of_generator)
{
    const struct owner_layout *at = &layout->owners;
    int8_t state;

    if (!at->frame_is_cleared || !of_generator) {
        return !at->frame_is_cleared;
    }
    state = (int8_t)load8(frame - at->generator_frame + at->generator_state);
    return state >= at->generator_suspended[0] &&
           state <= at->generator_suspended[1];
}

/* Where the stack of one that is not running ends, in slots from the locals;
 * negative: it runs. */
static int64_t
stack_top(const struct python_layout *layout, uint64_t frame, uint32_t named)
{
    const struct owner_layout *at = &layout->owners;
    uint64_t locals = frame + at->frame_locals, end;

    if (at->frame_stack_depth != 0) {
        return (int64_t)named + (int32_t)load32(frame + at->frame_stack_depth);
    }
    if (at->frame_stack_end != 0 || at->frame_stack_pointer != 0) {
        end = load64(frame + at->frame_stack_end + at->frame_stack_pointer);
        return end < locals ? -1 : (int64_t)(end - locals) / 8;
    }
    return (int32_t)load32(frame + at->frame_stack_top);
}

uint32_t
owners_frame_slots(const struct python_layout *layout, uint64_t frame,
                   uint64_t code)
{
    uint32_t named = owners_code_slots(layout, code);
    uint32_t depth = load32(code + layout->owners.code_stack_size);
    int64_t top = stack_top(layout, frame, named);

    return top < named || top > (int64_t)named + depth ? named : (uint32_t)top;
}

static bool
describe_frame(const struct python_layout *layout, uint64_t frame,
               struct owners_frame *out)
{
    const struct owner_layout *at = &layout->owners;
    uint32_t depth;
    bool announced;
    int64_t top = -1;

    out->frame = frame;
    out->code =
        frame_is_of_evaluation(layout, frame) ? 0 : frame_code(layout, frame);
    if (out->code == 0) {
        return false;
    }
    out->named = owners_code_slots(layout, out->code);
    depth = load32(out->code + at->code_stack_size);
    out->slots = out->named + (depth > SLOTS_MAX ? 0 : depth);
    out->locals = frame + at->frame_locals;
    out->first = 0;
    if (at->frame_is_object) {
        if (at->frame_stack_depth != 0) {
            top = (int32_t)load32(frame + at->frame_stack_depth);
        }
        else if (load64(frame + at->frame_stack_end) != 0) {
            top = 0;
        }
        out->first = top >= 0 ? out->slots : out->named;
        return true;
    }
    if (at->frame_stack_pointer != 0) {
        uint64_t end = load64(frame + at->frame_stack_pointer);

        top = end < out->locals ? -1 : (int64_t)(end - out->locals) / 8;
    }
    else {
        top = (int32_t)load32(frame + at->frame_stack_top);
    }
    announced = load8(frame + layout->frame.owner) == OWNED_BY_GENERATOR;
    if (top >= 0) {
        out->slots = top > SLOTS_MAX ? out->named : (uint32_t)top;
        out->first = announced ? out->slots : 0;
    }
    return true;
}

static void
frames_of_thread(const struct python_layout *layout, uint64_t thread,
                 owners_frame_found *found, void *context)
{
    uint64_t frame = frame_stack_current_frame(layout, thread);

    for (int i = 0; frame != 0 && i < FRAMES_MAX; i++) {
        struct owners_frame described;

        if (describe_frame(layout, frame, &described)) {
            found(&described, context);
        }
        frame = load64(frame + layout->frame.previous);
    }
}

void
owners_running_frames(const struct python_layout *layout, uint64_t runtime,
                      owners_frame_found *found, void *context)
{
    const struct owner_layout *at = &layout->owners;
    uint64_t one = load64(runtime + layout->state.interpreters);

    for (int i = 0; one != 0 && i < INTERPRETERS_MAX; i++) {
        uint64_t thread = load64(one + at->interpreter_threads);

        for (int t = 0; thread != 0 && t < THREADS_MAX; t++) {
            frames_of_thread(layout, thread, found, context);
            thread = load64(thread + at->thread_next);
        }
        one = load64(one + at->interpreter_next);
    }
}

void
owners_visit_frame(const struct python_layout *layout,
                   const struct owners_frame *frame, owners_visit *visit,
                   void *context)
{
    const struct owner_layout *at = &layout->owners;
    uint64_t held[4];

    if (at->frame_is_object ||
        load8(frame->frame + layout->frame.owner) == OWNED_BY_GENERATOR) {
        return; /* an object says it */
    }
    held[0] = load64(frame->frame + at->frame_function);
    held[3] = load64(frame->frame + layout->frame.code);
    held[1] = load64(frame->frame + at->frame_namespace);
    held[2] = load64(frame->frame + at->frame_object);
    for (int i = 0; i < 4; i++) {
        /* Without a count of its own: that is what a low bit says. */
        if (held[i] != 0 && (held[i] & 1) == 0) {
            visit((void *)(uintptr_t)held[i], context);
        }
    }
}
