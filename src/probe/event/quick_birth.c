#include "probe/event/quick_birth.h"

#include "cpython/memory.h"
#include "probe/admission/counted.h"
#include "probe/admission/kinds.h"
#include "probe/event/place.h"
#include "probe/stack/frame_spine.h"
#include "probe/state/lazy_variable.h"

enum { LONG_EACH = 64 }; /* births of which one is looked at closely */

/* No hook runs, no block is being reallocated, and it is not time to look. */
static inline bool
is_usual(void)
{
    return recorder.recording && entry_count_path.counted < -1 &&
           !(recorder.busy | recorder.paused | recorder.owners_wanted) &&
           (recorder.moving | recorder.moving_counted) == 0;
}

/* Whether nothing lives there; a finalizer may have been at work. */
static inline bool
is_free(uint8_t byte)
{
    return byte == 0 ||
           ((byte & SHADOW_COUNTED) && byte >> SHADOW_COUNT_SHIFT == 0);
}

/* The thread that had the last change still holds the interpreter's lock. */
static inline bool
is_last_thread(void)
{
    uint64_t self = own_thread_id();
    uint64_t variable =
        recorder.thread_is_lazy
            ? lazy_variable_address
            : recorder.current_thread + (self & recorder.thread_mask);

    return entry_count_path.thread_id == self && variable != 0 &&
           load64(variable) == entry_count_path.thread_state;
}

/* Now and then a birth is no quick one: checkpoints may be due. */
static inline bool
is_due(uint32_t kind)
{
    return store_kind(&recorder.store, kind)->births % LONG_EACH ==
           LONG_EACH - 1;
}

static inline __attribute__((always_inline)) bool
leave_out(const struct hook_frame *frame,
          bool leaves_out(const struct hook_frame *frame, uint32_t kind))
{
    uint64_t object = frame->address, type;
    uint32_t site = hook_site(frame), kind, *slot;

    if (!is_usual() || !is_free(*shadow_at(object)) ||
        !account_has_page(&recorder.accounts, object) || !is_last_thread()) {
        return false;
    }
    slot = account_slot(&recorder.accounts, object);
    type = load64(object + recorder.layout->object.type);
    kind = kinds_recent(type, site,
                        frame_spine_position(entry_count_path.thread_state));
    if (kind == 0 || is_due(kind) || !leaves_out(frame, kind)) {
        return false;
    }
    recorder.sees_frames_end = false;
    recorder.store.header->thinned++;
    counted_note(object, type, slot, kind);
    counted_tally(site);
    return true;
}

static inline bool
passes(const struct hook_frame *frame, uint32_t kind)
{
    (void)frame;
    return kinds_pass(kind);
}

/* As in a hook: what a signal handler does meanwhile is dropped. */
static bool
is_import(const struct hook_frame *frame)
{
    bool import;

    recorder.busy = true;
    import = place_is_import(recorder.thread, frame);
    recorder.busy = false;
    return import;
}

/* Most births of an import get no account even where others would. */
static bool
leaves_out(const struct hook_frame *frame, uint32_t kind)
{
    return kinds_leaves_out(kind, false) ||
           (is_import(frame) && kinds_leaves_out(kind, true));
}

/* The same with calls, which would cost every birth registers to be saved. */
static __attribute__((noinline)) bool
leave_out_slowly(const struct hook_frame *frame)
{
    return leave_out(frame, leaves_out);
}

bool
quick_birth(const struct hook_frame *frame)
{
    return leave_out(frame, passes) || leave_out_slowly(frame);
}
