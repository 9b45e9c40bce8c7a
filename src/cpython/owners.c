#include "cpython/owners.h"

#include "cpython/dict_entries.h"
#include "cpython/frame_stack.h"
#include "cpython/memory.h"
#include "cpython/type_info.h"

/* Flags of tp_flags; part of the stable ABI since 3.2. */
#define FLAG_LONG (UINT64_C(1) << 24)
#define FLAG_TUPLE (UINT64_C(1) << 26)
#define FLAG_BYTES (UINT64_C(1) << 27)
#define FLAG_UNICODE (UINT64_C(1) << 28)
#define FLAG_DICT (UINT64_C(1) << 29)

/* _PyGC_PREV_MASK_FINALIZED stays when an object is untracked. */
#define HEADER_FINALIZED UINT64_C(1)
#define HEADER_FLAGS UINT64_C(3)

enum {
    INTERPRETERS_MAX = 256,
    THREADS_MAX = 64 * 1024,
    FRAMES_MAX = 64 * 1024,
    SLOTS_MAX = 1 << 20,
    BYTES_MAX = 1 << 24,
    TYPE_BYTES = 256,       /* no type object has fewer */
    KEYS_BYTES = 40,        /* the head of a table of keys */
    OWNED_BY_GENERATOR = 1, /* enum _frameowner, from 3.11 */
};

typedef int traverse_function(void *object, owners_visit *visit, void *context);

/* ---- lists of the interpreter ---- */

static bool
visit_list(const struct python_layout *layout, uint64_t head,
           owners_visit *visit, void *context)
{
    uint64_t at = load64(head);

    while (at != head && at != 0) {
        uint64_t object = at + layout->object.gc_header;

        visit((void *)(uintptr_t)object, context);
        at = load64(at);
    }
    return at != 0;
}

/* Whether the head of a ring of objects lies there: both neighbours say so. */
static bool
is_ring(uint64_t head, owners_readable *readable)
{
    uint64_t next = load64(head), previous = load64(head + 8);

    return readable(next, 16) && readable(previous, 16) &&
           (load64(next + 8) & ~HEADER_FLAGS) == head &&
           load64(previous) == head;
}

const struct collector_layout *
owners_collector(const struct python_layout *layout, uint64_t runtime,
                 owners_readable *readable)
{
    const struct owner_layout *at = &layout->owners;
    uint64_t interpreter = load64(runtime + layout->state.interpreters);

    for (int i = 0; i < COLLECTORS_MAX && interpreter != 0; i++) {
        const struct collector_layout *lists = &at->collectors[i];
        int sound = 0;

        while (sound < 4 && lists->heads[sound] != 0 &&
               is_ring(interpreter + lists->heads[sound], readable)) {
            sound++;
        }
        if (sound == 4) {
            return lists;
        }
    }
    return NULL;
}

bool
owners_collected(const struct python_layout *layout, uint64_t runtime,
                 const struct collector_layout *lists, owners_visit *visit,
                 void *context)
{
    const struct owner_layout *at = &layout->owners;
    uint64_t one = load64(runtime + layout->state.interpreters);
    uint64_t next = one;

    for (int i = 0; next != 0 && i < INTERPRETERS_MAX; i++) {
        if (load32(next + at->gc_collecting) != 0) {
            return false;
        }
        next = load64(next + at->interpreter_next);
    }
    for (int i = 0; one != 0 && i < INTERPRETERS_MAX; i++) {
        for (int list = 0; list < 4 && lists->heads[list] != 0; list++) {
            /* A list without a beginning: not set up. */
            if (!visit_list(layout, one + lists->heads[list], visit, context) &&
                list == 0) {
                return false;
            }
        }
        one = load64(one + at->interpreter_next);
    }
    return true;
}

void
owners_states(const struct python_layout *layout, uint64_t runtime,
              const struct collector_layout *lists, owners_state_found *found,
              void *context)
{
    const struct owner_layout *at = &layout->owners;
    uint64_t one = load64(runtime + layout->state.interpreters);

    for (int i = 0; one != 0 && i < INTERPRETERS_MAX; i++) {
        uint64_t thread = load64(one + at->interpreter_threads);

        found(one, one + lists->interpreter_bytes, context);
        for (int t = 0; thread != 0 && t < THREADS_MAX; t++) {
            found(thread, thread + at->thread_bytes, context);
            thread = load64(thread + at->thread_next);
        }
        one = load64(one + at->interpreter_next);
    }
}

/* ---- objects ---- */

static uint64_t
type_of(const struct python_layout *layout, uint64_t object)
{
    return load64(object + layout->object.type);
}

static bool
is_static_type(const struct python_layout *layout, uint64_t object,
               uint64_t flags)
{
    return (flags & layout->type.flag_is_type) != 0 &&
           !type_is_heap(layout, object);
}

bool
owners_is_collected(const struct python_layout *layout, uint64_t object)
{
    uint64_t flags = type_flags(layout, type_of(layout, object));

    return (flags & layout->type.flag_gc) != 0 &&
           !is_static_type(layout, object, flags) &&
           load64(object - layout->object.gc_header) != 0;
}

/* Tuples and dictionaries themselves: instances of heap types are more. */
static bool
is_plain_container(const struct python_layout *layout, uint64_t flags)
{
    return (flags & (FLAG_TUPLE | FLAG_DICT)) != 0 &&
           (flags & layout->type.flag_heap) == 0;
}

static bool
is_type(const struct python_layout *layout, uint64_t type,
        owners_readable *readable)
{
    uint64_t own;

    if ((type & 7) != 0 || type == 0 || !readable(type, TYPE_BYTES)) {
        return false;
    }
    own = type_of(layout, type);
    return (own & 7) == 0 && own != 0 && readable(own, TYPE_BYTES) &&
           (type_flags(layout, own) & layout->type.flag_is_type) != 0;
}

/* The table of a dictionary that has its own. */
static bool
has_readable_keys(const struct python_layout *layout, uint64_t dict,
                  owners_readable *readable)
{
    uint64_t keys = load64(dict + layout->dict.keys);
    struct dict_entries entries;

    return (keys & 7) == 0 && readable(keys, KEYS_BYTES) &&
           dict_entries_first(layout, dict, &entries) && entries.values == 0 &&
           readable(entries.entry, entries.left * entries.entry_bytes);
}

bool
owners_is_object(const struct python_layout *layout, uint64_t object,
                 bool collected, owners_readable *readable)
{
    uint64_t type, flags, bytes, header = layout->object.gc_header;

    if ((object & 7) != 0 || !readable(object - header, header + 16)) {
        return false;
    }
    type = type_of(layout, object);
    if (!is_type(layout, type, readable)) {
        return false;
    }
    flags = type_flags(layout, type);
    if (collected || is_static_type(layout, object, flags)) {
        return true;
    }
    bytes = owners_object_bytes(layout, object);
    if (bytes == 0 || !readable(object, bytes)) {
        return false;
    }
    if ((flags & layout->type.flag_gc) == 0) {
        return true;
    }
    return load64(object - header) == 0 &&
           (load64(object - header + 8) & ~HEADER_FINALIZED) == 0 &&
           ((flags & FLAG_DICT) == 0 || !is_plain_container(layout, flags) ||
            has_readable_keys(layout, object, readable));
}

enum owners_look
owners_look_at(const struct python_layout *layout, uint64_t object,
               bool complete)
{
    uint64_t type = type_of(layout, object);
    uint64_t flags = type_flags(layout, type);

    if (is_static_type(layout, object, flags)) {
        return OWNERS_NONE;
    }
    if ((flags & layout->type.flag_gc) != 0 &&
        load64(type + layout->owners.type_traverse) != 0 &&
        (complete || is_plain_container(layout, flags))) {
        return OWNERS_TRAVERSED;
    }
    if ((flags & (FLAG_LONG | FLAG_BYTES | FLAG_UNICODE)) != 0) {
        return OWNERS_NONE;
    }
    return OWNERS_SILENT;
}

struct noting {
    owners_visit *visit;
    void *context;
    uint64_t type;
    bool seen;
};

static int
visit_noting_type(void *object, void *context)
{
    struct noting *noting = context;

    noting->seen |= (uint64_t)(uintptr_t)object == noting->type;
    return noting->visit(object, noting->context);
}

static bool
is_text(const struct python_layout *layout, uint64_t object)
{
    return (type_flags(layout, type_of(layout, object)) & FLAG_UNICODE) != 0;
}

/*
 * While all keys of a dictionary are text, its tp_traverse leaves them out:
 * they can be in no cycle.
 */
static void
visit_text_keys(const struct python_layout *layout,
                const struct dict_entries *all, owners_visit *visit,
                void *context)
{
    struct dict_entries entries = *all;
    uint64_t key;

    while (dict_entries_next_key(&entries, &key)) {
        if (!is_text(layout, key)) {
            return;
        }
    }
    entries = *all;
    while (dict_entries_next_key(&entries, &key)) {
        visit((void *)(uintptr_t)key, context);
    }
}

/* Names and the like can be in no cycle. */
static void
visit_parts_of_type(const struct python_layout *layout, uint64_t type,
                    owners_visit *visit, void *context)
{
    uint64_t held[4] = { load64(type + layout->type.heap_qualname) };

    for (int i = 0; i < 3; i++) {
        held[i + 1] = load64(type + layout->owners.type_unvisited[i]);
    }
    for (int i = 0; i < 4; i++) {
        if (held[i] != 0) {
            visit((void *)(uintptr_t)held[i], context);
        }
    }
}

/* Keys that instances share belong to their type. */
static void
visit_keys(const struct python_layout *layout, uint64_t object, uint64_t flags,
           owners_visit *visit, void *context)
{
    struct dict_entries entries;

    if ((flags & FLAG_DICT) != 0) {
        if (dict_entries_first(layout, object, &entries) &&
            entries.values == 0) {
            visit_text_keys(layout, &entries, visit, context);
        }
    }
    else if ((flags & layout->type.flag_is_type) != 0 &&
             dict_entries_of_keys(
                 layout, load64(object + layout->owners.type_cached_keys), 0,
                 &entries)) {
        visit_text_keys(layout, &entries, visit, context);
    }
}

void
owners_visit_cautiously(const struct python_layout *layout, uint64_t object,
                        owners_visit *visit, void *context)
{
    uint64_t type = type_of(layout, object);
    void *address =
        (void *)(uintptr_t)load64(type + layout->owners.type_traverse);
    traverse_function *traverse;

    __builtin_memcpy(&traverse, &address, sizeof traverse);
    traverse((void *)(uintptr_t)object, visit, context);
}

void
owners_visit_references(const struct python_layout *layout, uint64_t object,
                        owners_visit *visit, void *context)
{
    uint64_t type = type_of(layout, object);
    uint64_t flags = type_flags(layout, type);
    struct noting noting = { visit, context, type, false };

    owners_visit_cautiously(layout, object, visit_noting_type, &noting);
    if (!noting.seen && (flags & layout->type.flag_heap) != 0) {
        visit((void *)(uintptr_t)type, context);
    }
    if ((flags & layout->type.flag_is_type) != 0) {
        visit_parts_of_type(layout, object, visit, context);
    }
    visit_keys(layout, object, flags, visit, context);
}

uint64_t
owners_object_bytes(const struct python_layout *layout, uint64_t object)
{
    uint64_t type = type_of(layout, object);
    int64_t basic = (int64_t)load64(type + layout->type.basicsize);
    int64_t item = (int64_t)load64(type + layout->type.itemsize);

    if (basic < 16 || basic > BYTES_MAX) {
        return 0;
    }
    if (item > 0 && item <= 4096) {
        int64_t count = (int64_t)load64(object + layout->object.size);

        count = count < 0 ? -count : count;
        if (count > 0 && count < BYTES_MAX / item) {
            return (uint64_t)(basic + item * count);
        }
    }
    return (uint64_t)basic;
}

/* ---- frames ---- */

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
