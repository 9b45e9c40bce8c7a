#include "probe/stack/activations.h"

#include "cpython/frame_stack.h"
#include "cpython/memory.h"
#include "cpython/python_text.h"
#include "ledger/hash.h"
#include "probe/state/recorder.h"

enum {
    FRAMES_WALKED = 32, /* whatever is remembered */
};

/* Of an activation: how far around it one runs an import. */
enum {
    IMPORT_UNKNOWN, /* evaluation.S sets that */
    IMPORT_NONE,
    IMPORT_HERE,
    IMPORT_FAR = 32,    /* what is further away counts for none */
    IMPORT_FRAMES = 64, /* that are looked at between two activations */
    CODES_KNOWN = 1024, /* code objects that are remembered */
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

static bool
is_text(uint64_t text, const char *wanted, size_t length)
{
    return python_text_is(recorder.layout, text, wanted, length);
}

/* What a code object is to an import. */
enum import_role {
    ROLE_NONE,
    ROLE_IMPORTER, /* importlib's own */
    ROLE_LOADER,   /* and its _find_and_load, which runs what is imported */
};

static enum import_role
find_role(uint64_t code)
{
    static const char inner[] = "<frozen importlib._bootstrap>",
                      outer[] = "<frozen importlib._bootstrap_external>",
                      loader[] = "_find_and_load";
    uint64_t file = load64(code + recorder.layout->code.filename);

    if (!is_text(file, inner, sizeof inner - 1) &&
        !is_text(file, outer, sizeof outer - 1)) {
        return ROLE_NONE;
    }
    return code_is_named(recorder.layout, code, loader, sizeof loader - 1)
               ? ROLE_LOADER
               : ROLE_IMPORTER;
}

/* Of importlib's own none is ever freed: what was remembered stays true. */
static enum import_role
role_of(uint64_t code)
{
    static struct {
        uint64_t code;
        enum import_role role;
    } known[CODES_KNOWN];
    uint32_t slot = (uint32_t)(hash_spread(code) >> 32) & (CODES_KNOWN - 1);

    if (known[slot].code != code) {
        known[slot].code = code;
        known[slot].role = find_role(code);
    }
    return known[slot].role;
}

/*
 * From a frame outward, up to frame `last`: whether importlib runs one of them.
 * `*frame` becomes the one around `last`; 0: that is not among so many.
 */
static bool
is_import_up_to(uint64_t *frame, uint64_t last, int frames)
{
    bool import = false;
    uint64_t next = *frame;

    for (*frame = 0; next != 0 && frames > 0; frames--) {
        uint64_t code = frame_is_of_evaluation(recorder.layout, next)
                            ? 0
                            : frame_code(recorder.layout, next);
        bool is_last = next == last;

        import |= code != 0 && role_of(code) != ROLE_NONE;
        next = load64(next + recorder.layout->frame.previous);
        if (is_last) {
            *frame = next;
            break;
        }
    }
    return import;
}

bool
activation_serves_interpreter(const struct thread_record *thread, int32_t live)
{
    static const char prints[] = "_print_exception_bltin"; /* from 3.13 on */
    uint64_t outermost = live >= 0 ? thread->activations[0].code : 0;

    return outermost != 0 && (role_of(outermost) != ROLE_NONE ||
                              code_is_named(recorder.layout, outermost, prints,
                                            sizeof prints - 1));
}

/* Where the call of the last answer was: in the same one of a function, called
 * from the same frame, importlib is around it as it was. */
struct asked {
    uint64_t frame, code, previous;
    uint32_t serial;
    bool import;
};

/* Whether a call runs an import itself just now: called from Python code, without
 * C in between. */
static bool
imports_itself(const struct thread_record *thread, int32_t live)
{
    static struct asked last;
    const struct frame_layout *layout = &recorder.layout->frame;
    uint64_t frame;
    struct asked now;

    if (thread->state == 0 || live < 0) {
        return false;
    }
    frame = frame_stack_current_frame(recorder.layout, thread->state);
    if (frame == 0) {
        return false;
    }
    now = (struct asked){ .frame = frame,
                          .code = load64(frame + layout->code),
                          .previous = load64(frame + layout->previous),
                          .serial = thread->activations[live].serial };
    if (now.frame != last.frame || now.code != last.code ||
        now.previous != last.previous || now.serial != last.serial) {
        now.import = is_import_up_to(&frame, thread->activations[live].frame,
                                     FRAMES_WALKED);
        last = now;
    }
    return last.import;
}

/*
 * Python code may call importlib without C in between: then the frames tell it
 * that wait for an activation. Only frames to which others lead are looked at:
 * of an activation that is over, the memory may be gone.
 */
static void
find_imports(const struct thread_record *thread, int32_t known, int32_t live)
{
    struct activation *calls = thread->activations;
    uint64_t frame =
        thread->state == 0
            ? 0
            : frame_stack_current_frame(recorder.layout, thread->state);

    is_import_up_to(&frame, calls[live].frame, IMPORT_FRAMES);
    for (int32_t i = live; i > known && frame != 0; i--) {
        uint64_t outer = i > 0 ? calls[i - 1].frame : 0;

        if (is_import_up_to(&frame, outer, IMPORT_FRAMES)) {
            calls[i].import = IMPORT_HERE;
        }
    }
}

static uint8_t
import_of(const struct activation *call, uint8_t around)
{
    if (call->import == IMPORT_HERE ||
        (call->code != 0 && role_of(call->code) == ROLE_LOADER)) {
        return IMPORT_HERE;
    }
    return around < IMPORT_HERE || around == IMPORT_FAR ? (uint8_t)IMPORT_NONE
                                                        : (uint8_t)(around + 1);
}

static int32_t
import_around(const struct thread_record *thread, int32_t live)
{
    struct activation *calls = thread->activations;
    int32_t known = live;
    uint8_t import;

    while (known >= 0 && calls[known].import == IMPORT_UNKNOWN) {
        known--;
    }
    import = known < 0 ? (uint8_t)IMPORT_NONE : calls[known].import;
    if (known < live) {
        find_imports(thread, known, live);
    }
    for (int32_t i = known + 1; i <= live; i++) {
        import = calls[i].import = import_of(&calls[i], import);
    }
    return import == IMPORT_NONE ? -1 : live - (import - IMPORT_HERE);
}

int32_t
activation_import(const struct thread_record *thread, int32_t live)
{
    int32_t import = import_around(thread, live);

    return import < 0 && imports_itself(thread, live) ? live : import;
}
