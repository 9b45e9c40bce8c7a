#include "report/evidence/code/neglect.h"

#include "arch/fields.h"
#include "report/symbols/image_types.h"
#include "report/symbols/type_layout.h"

enum {
    TYPES_MAX = 64,
    OBJECT_HEAD = 16,
    HELPER_FIELDS = 2, /* so many make one who gives back an object's fields */
    HELPERS_MAX = 32,
};

/* The image's, as far as there is room; returns how many. */
static size_t
types_of(struct symbols *symbols, uint32_t image,
         struct image_type types[TYPES_MAX])
{
    struct image_file *file = symbols_image_file(symbols, image);

    return file != NULL ? image_types_find(file, types, TYPES_MAX) : 0;
}

/* Adds what one function touches, and those that it leaves it to. */
static bool
add_fields(struct symbols *symbols, uint32_t image, uint64_t start,
           struct code_memory *memory, struct fields *fields)
{
    struct function_code function;

    if (!function_code_at(&function, symbols, image, start, memory)) {
        return false;
    }
    function.cautious = true;
    return fields_find(&function.code, start, &memory->handing, fields);
}

/* What a function touches that disposes of an object, or those that it leaves it
   to: tp_clear as well, if it calls that. */
static bool
disposed_fields(struct symbols *symbols, uint32_t image, uint64_t start,
                const struct image_type *type, struct code_memory *memory,
                struct fields *fields)
{
    *fields = (struct fields){ 0 };
    if (!add_fields(symbols, image, start, memory, fields)) {
        return false;
    }
    for (size_t i = 0; i < fields->callee_count; i++) {
        if (!add_fields(symbols, image, fields->callees[i], memory, fields)) {
            return false;
        }
    }
    return type->clear == 0 || start == type->clear ||
           !fields_call(fields, TP_CLEAR) ||
           add_fields(symbols, image, type->clear, memory, fields);
}

/* How many of the fields of `visited` are read. */
static size_t
shared_fields(const struct fields *fields, const struct fields *visited)
{
    size_t shared = 0;

    for (size_t i = 0; i < visited->count; i++) {
        shared += visited->offsets[i] >= OBJECT_HEAD &&
                  fields_read(fields, visited->offsets[i]);
    }
    return shared;
}

static bool
has(const uint64_t *functions, size_t count, uint64_t function)
{
    size_t i = 0;

    while (i < count && functions[i] != function) {
        i++;
    }
    return i < count;
}

/* tp_dealloc, or whichever function it hands the object to, or one of these,
   gives back most of what is visited. */
static uint64_t
releaser(struct symbols *symbols, uint32_t image, uint64_t dealloc,
         const struct fields *visited, struct code_memory *memory)
{
    uint64_t by = dealloc, functions[HELPERS_MAX] = { dealloc };
    size_t count = 1, most = HELPER_FIELDS - 1;

    for (size_t i = 0; i < count; i++) {
        struct fields fields = { 0 };
        size_t shared;

        add_fields(symbols, image, functions[i], memory, &fields);
        shared = shared_fields(&fields, visited);
        if (shared > most) {
            most = shared;
            by = functions[i];
        }
        for (size_t k = 0; k < fields.callee_count && count < HELPERS_MAX;
             k++) {
            if (!has(functions, count, fields.callees[k])) {
                functions[count++] = fields.callees[k];
            }
        }
    }
    return by;
}

uint64_t
neglect_releaser(struct symbols *symbols, uint32_t image, uint64_t dealloc,
                 struct code_memory *memory)
{
    struct image_type types[TYPES_MAX];
    size_t type_count = types_of(symbols, image, types);
    struct fields visited = { 0 };

    for (size_t i = 0; i < type_count; i++) {
        if (types[i].dealloc == dealloc) {
            add_fields(symbols, image, types[i].traverse, memory, &visited);
        }
    }
    return releaser(symbols, image, dealloc, &visited, memory);
}

static bool
is_kept_there(const struct handing_slot *slots, size_t count, int32_t offset,
              size_t *slot)
{
    bool found = false;

    for (size_t i = 0; i < count; i++) {
        if (!slots[i].fixed &&
            (slots[i].where == offset || (slots[i].where == 0 && !found))) {
            *slot = i;
            found = true;
        }
    }
    return found;
}

/*
 * A field that is visited, and left out, and where such objects are kept. Each of
 * tp_clear and tp_dealloc gives back what it finds: the collector calls the one,
 * and whoever had the last reference the other.
 */
static bool
neglects(struct symbols *symbols, uint32_t image, const struct image_type *type,
         const struct handing_slot *slots, size_t slot_count,
         struct code_memory *memory, struct neglected *found)
{
    struct fields visited = { 0 }, cleared = { 0 }, disposed;

    if (!add_fields(symbols, image, type->traverse, memory, &visited) ||
        !disposed_fields(symbols, image, type->dealloc, type, memory,
                         &disposed) ||
        (type->clear != 0 && !disposed_fields(symbols, image, type->clear, type,
                                              memory, &cleared))) {
        return false;
    }
    for (size_t i = 0; i < visited.count; i++) {
        int32_t offset = visited.offsets[i];
        bool by_clear = type->clear != 0 && !fields_read(&cleared, offset);

        if (offset >= OBJECT_HEAD &&
            (by_clear || !fields_read(&disposed, offset)) &&
            is_kept_there(slots, slot_count, offset, &found->slot)) {
            found->by = by_clear ? type->clear
                                 : releaser(symbols, image, type->dealloc,
                                            &visited, memory);
            found->offset = offset;
            found->dealloc = type->dealloc;
            return true;
        }
    }
    return false;
}

size_t
neglect_find(struct symbols *symbols, uint32_t image,
             const struct handing_slot *slots, size_t slot_count,
             struct code_memory *memory, struct neglected *found, size_t room)
{
    struct image_type types[TYPES_MAX];
    size_t type_count = types_of(symbols, image, types);
    size_t count = 0;

    for (size_t i = 0; i < type_count && count < room; i++) {
        count += neglects(symbols, image, &types[i], slots, slot_count, memory,
                          &found[count]);
    }
    return count;
}

size_t
neglect_fields(struct symbols *symbols, uint32_t image,
               struct code_memory *memory, int32_t *offsets, size_t room)
{
    struct image_type types[TYPES_MAX];
    size_t type_count = types_of(symbols, image, types);
    struct fields visited = { 0 };
    size_t count = 0;

    /* What one of them hides does not matter: these are only looked at. */
    for (size_t i = 0; i < type_count; i++) {
        add_fields(symbols, image, types[i].traverse, memory, &visited);
    }
    for (size_t i = 0; i < visited.count && count < room; i++) {
        if (visited.offsets[i] >= OBJECT_HEAD) {
            offsets[count++] = visited.offsets[i];
        }
    }
    return count;
}

/* False: the image has no such type. */
static bool
find_type(struct symbols *symbols, uint32_t image, uint64_t clear,
          struct image_type *type)
{
    struct image_type types[TYPES_MAX];
    size_t type_count = types_of(symbols, image, types);

    for (size_t i = 0; i < type_count; i++) {
        if (types[i].clear == clear && clear != 0) {
            *type = types[i];
            return true;
        }
    }
    return false;
}

uint64_t
neglect_clear_of(struct symbols *symbols, uint32_t image, uint64_t dealloc)
{
    struct image_type types[TYPES_MAX];
    size_t type_count = types_of(symbols, image, types);
    uint64_t clear = 0;

    for (size_t i = 0; i < type_count; i++) {
        if (types[i].dealloc != dealloc || types[i].clear == clear) {
            continue;
        }
        if (clear != 0) {
            return 0;
        }
        clear = types[i].clear;
    }
    return clear;
}

/* By its name, or by its type's slot. */
static bool
calls_clear(const struct fields *fields, uint64_t clear)
{
    for (size_t i = 0; i < fields->callee_count; i++) {
        if (fields->callees[i] == clear) {
            return true;
        }
    }
    return fields_call(fields, TP_CLEAR);
}

/* ... or it is inlined: each of its fields is touched. */
static bool
takes_in_clear(const struct fields *fields, const struct fields *cleared,
               uint64_t clear)
{
    size_t there = 0;

    for (size_t i = 0; i < cleared->count; i++) {
        there += fields_have(fields, cleared->offsets[i]);
    }
    return calls_clear(fields, clear) ||
           (cleared->count > 0 && there == cleared->count);
}

uint64_t
neglect_unvisited(struct symbols *symbols, uint32_t image, uint64_t clear,
                  int32_t offset, bool in_cycles, struct code_memory *memory)
{
    struct fields visited = { 0 }, cleared = { 0 }, disposed = { 0 };
    struct image_type type;

    if (!find_type(symbols, image, clear, &type) ||
        !add_fields(symbols, image, type.traverse, memory, &visited) ||
        fields_have(&visited, offset)) {
        return 0;
    }
    /* If it touches the field all the same, it is to release it, too. */
    add_fields(symbols, image, clear, memory, &cleared);
    if (in_cycles) {
        add_fields(symbols, image, type.dealloc, memory, &disposed);
    }
    return fields_have(&cleared, offset) ||
                   takes_in_clear(&disposed, &cleared, clear)
               ? 0
               : type.dealloc;
}

uint64_t
neglect_untouched(struct symbols *symbols, uint32_t image, uint64_t clear,
                  int32_t offset, struct code_memory *memory)
{
    struct fields touched = { 0 }, cleared = { 0 };
    struct image_type type;

    if (!find_type(symbols, image, clear, &type) ||
        !add_fields(symbols, image, type.dealloc, memory, &touched) ||
        fields_read(&touched, offset) || calls_clear(&touched, clear)) {
        return 0;
    }
    /* That it looks at the field is known, whatever else it does. */
    add_fields(symbols, image, clear, memory, &cleared);
    return fields_read(&cleared, offset) ? type.dealloc : 0;
}
