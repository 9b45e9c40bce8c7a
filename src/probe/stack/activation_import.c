#include "probe/stack/activation_import.h"

#include "cpython/frame_stack.h"
#include "cpython/memory.h"
#include "cpython/python_text.h"
#include "ledger/hash.h"
#include "probe/state/recorder.h"

/* Of an activation: how far around it one runs an import. */
enum {
    IMPORT_NONE = IMPORT_UNKNOWN + 1,
    IMPORT_HERE,
    IMPORT_FAR = 32,    /* what is further away counts for none */
    IMPORT_FRAMES = 64, /* that are looked at between two activations ... */
    FRAMES_WALKED = 32, /* ... and from the current frame to the innermost */
    CODES_KNOWN = 1024, /* code objects that are remembered */
};

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
