#include "cpython/owners.h"

#include "cpython/dict_entries.h"
#include "cpython/memory.h"
#include "cpython/python_int.h"
#include "cpython/type_info.h"

/* _PyGC_PREV_MASK_FINALIZED stays when an object is untracked. */
#define HEADER_FINALIZED UINT64_C(1)

/* Marks in its pointers to the neighbours. */
#define HEADER_FLAGS UINT64_C(3)

enum {
    BASES_MAX = 64,
    BYTES_MAX = 1 << 24,
    ITEM_BYTES_MAX = 4096,
    OBJECT_BYTES = 16,       /* no object has fewer */
    TYPE_BYTES = 256,        /* no type object has fewer */
    STATIC_TYPE_BYTES = 408, /* to its last pointer, tp_vectorcall */
    KEYS_BYTES = 40,         /* the head of a table of keys */
};

typedef int traverse_function(void *object, owners_visit *visit, void *context);

static bool
is_static_type(const struct python_layout *layout, uint64_t object,
               uint64_t flags)
{
    return (flags & layout->type.flag_is_type) != 0 &&
           !type_is_heap(layout, object);
}

/* It has a header of the collector. */
static bool
is_collectable(const struct python_layout *layout, uint64_t object,
               uint64_t flags)
{
    return (flags & layout->type.flag_gc) != 0 &&
           !is_static_type(layout, object, flags);
}

bool
owners_is_collected(const struct python_layout *layout, uint64_t object)
{
    uint64_t flags = type_flags(layout, type_of(layout, object));

    return is_collectable(layout, object, flags) &&
           load64(object - layout->object.gc_header) != 0;
}

bool
owners_is_overlooked(const struct python_layout *layout, uint64_t object)
{
    uint64_t flags = type_flags(layout, type_of(layout, object));

    return is_collectable(layout, object, flags) &&
           (flags & (TYPE_FLAG_TUPLE | TYPE_FLAG_DICT)) == 0 &&
           load64(object - layout->object.gc_header) == 0;
}

/* Tuples and dictionaries themselves: instances of heap types are more. */
static bool
is_plain_container(const struct python_layout *layout, uint64_t flags)
{
    return (flags & (TYPE_FLAG_TUPLE | TYPE_FLAG_DICT)) != 0 &&
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

/* The table of a dictionary, and values that are elsewhere: up to 3.10 also
   those of an empty one. */
static bool
has_readable_keys(const struct python_layout *layout, uint64_t dict,
                  owners_readable *readable)
{
    uint64_t keys = load64(dict + layout->dict.keys);
    struct dict_entries entries;

    return (keys & 7) == 0 && readable(keys, KEYS_BYTES) &&
           dict_entries_first(layout, dict, &entries) &&
           readable(entries.entry, entries.left * entries.entry_bytes) &&
           (entries.values == 0 ||
            readable(entries.values, entries.left * sizeof(uint64_t)));
}

/* In a list of a collector, both neighbours say so: of an interpreter that has
 * ended, if it is in none that is known. */
static bool
is_linked(uint64_t header, owners_readable *readable)
{
    uint64_t next = load64(header) & ~HEADER_FLAGS;
    uint64_t previous = load64(header + 8) & ~HEADER_FLAGS;

    return next != 0 && previous != 0 && readable(next, 16) &&
           readable(previous, 16) &&
           (load64(next + 8) & ~HEADER_FLAGS) == header &&
           (load64(previous) & ~HEADER_FLAGS) == header;
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
    return ((load64(object - header) == 0 &&
             (load64(object - header + 8) & ~HEADER_FINALIZED) == 0) ||
            is_linked(object - header, readable)) &&
           ((flags & TYPE_FLAG_DICT) == 0 ||
            !is_plain_container(layout, flags) ||
            has_readable_keys(layout, object, readable));
}

/* Of a text: C code made its type, and put fields of its own behind it. */
static bool
has_more_than_text(const struct python_layout *layout, uint64_t type)
{
    uint64_t text = type, base = load64(type + layout->type.base);

    for (int i = 0; i < BASES_MAX && base != 0 &&
                    (type_flags(layout, base) & TYPE_FLAG_UNICODE) != 0;
         i++) {
        text = base;
        base = load64(text + layout->type.base);
    }
    return load64(type + layout->type.basicsize) >
           load64(text + layout->type.basicsize);
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
    if ((flags & TYPE_FLAG_UNICODE) != 0) {
        return (flags & layout->type.flag_gc) == 0 &&
                       has_more_than_text(layout, type)
                   ? OWNERS_SILENT
                   : OWNERS_NONE;
    }
    return (flags & (TYPE_FLAG_LONG | TYPE_FLAG_BYTES)) != 0 ? OWNERS_NONE
                                                             : OWNERS_SILENT;
}

struct noting {
    owners_visit *visit;
    void *context;
    uint64_t type, dict;
    bool type_seen, dict_seen;
};

static int
visit_noting(void *object, void *context)
{
    struct noting *noting = context;

    noting->type_seen |= (uint64_t)(uintptr_t)object == noting->type;
    noting->dict_seen |= (uint64_t)(uintptr_t)object == noting->dict;
    return noting->visit(object, noting->context);
}

/* Of the type itself, or of one that C code made. */
static bool
is_text(const struct python_layout *layout, uint64_t object)
{
    uint64_t type = type_of(layout, object);

    return (type_flags(layout, type) & TYPE_FLAG_UNICODE) != 0 &&
           !type_is_heap(layout, type);
}

/* From 3.11 on the table says so: entries for any keys begin with a hash. */
static bool
are_texts(const struct python_layout *layout, struct dict_entries entries)
{
    uint64_t key;

    if (layout->dict.keys_size_is_log2) {
        return entries.key == 0;
    }
    while (dict_entries_next_key(&entries, &key)) {
        if (!is_text(layout, key)) {
            return false;
        }
    }
    return true;
}

/*
 * While all keys of a dictionary are text, its tp_traverse leaves them out:
 * they can be in no cycle. Objects of a class made from str are no such text.
 */
static void
visit_text_keys(const struct python_layout *layout, struct dict_entries entries,
                owners_visit *visit, void *context)
{
    uint64_t key;

    if (are_texts(layout, entries)) {
        while (dict_entries_next_key(&entries, &key)) {
            visit((void *)(uintptr_t)key, context);
        }
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

    if ((flags & TYPE_FLAG_DICT) != 0) {
        if (dict_entries_first(layout, object, &entries) &&
            entries.values == 0) {
            visit_text_keys(layout, entries, visit, context);
        }
    }
    else if ((flags & layout->type.flag_is_type) != 0 &&
             dict_entries_of_keys(
                 layout, load64(object + layout->owners.type_cached_keys), 0,
                 &entries)) {
        visit_text_keys(layout, entries, visit, context);
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
    struct noting noting = { .visit = visit,
                             .context = context,
                             .type = type,
                             .dict = object_managed_dict(layout, object) };

    owners_visit_cautiously(layout, object, visit_noting, &noting);
    if (!noting.type_seen && (flags & layout->type.flag_heap) != 0) {
        visit((void *)(uintptr_t)type, context);
    }
    if (!noting.dict_seen && noting.dict != 0) {
        visit((void *)(uintptr_t)noting.dict, context);
    }
    if ((flags & layout->type.flag_is_type) != 0) {
        visit_parts_of_type(layout, object, visit, context);
    }
    visit_keys(layout, object, flags, visit, context);
}

/* Of what the object has items of. */
static uint64_t
item_count(const struct python_layout *layout, uint64_t object, uint64_t type)
{
    int64_t count;

    if ((type_flags(layout, type) & TYPE_FLAG_LONG) != 0) {
        return python_int_digits(layout, object);
    }
    count = (int64_t)load64(object + layout->object.size);
    return count < 0 ? -(uint64_t)count : (uint64_t)count;
}

uint64_t
owners_object_bytes(const struct python_layout *layout, uint64_t object)
{
    uint64_t type = type_of(layout, object);
    uint64_t basic = load64(type + layout->type.basicsize);
    uint64_t item = load64(type + layout->type.itemsize);
    uint64_t count;

    /* Its own type says how large those are that Python code defines. */
    if (is_static_type(layout, object, type_flags(layout, type))) {
        return STATIC_TYPE_BYTES;
    }
    if (basic < OBJECT_BYTES || basic > BYTES_MAX) {
        return 0;
    }
    if (item == 0 || item > ITEM_BYTES_MAX) {
        return basic;
    }
    count = item_count(layout, object, type);
    return count < BYTES_MAX / item ? basic + item * count : basic;
}
