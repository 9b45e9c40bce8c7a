#include "cpython/type_info.h"

#include "cpython/dict_entries.h"
#include "cpython/memory.h"
#include "cpython/python_text.h"

enum {
    TYPE_HASH = 120,   /* tp_hash, from 3.9 to 3.15 */
    FLAG_READY = 4096, /* its bases are known, in all of them */
    BASES_MAX = 256,
    DICT_BEHIND = 8, /* the second of two words */
};

uint64_t
type_flags(const struct python_layout *layout, uint64_t type)
{
    return load64(type + layout->type.flags);
}

bool
type_is_gc(const struct python_layout *layout, uint64_t type)
{
    return type_flags(layout, type) & layout->type.flag_gc;
}

bool
type_is_heap(const struct python_layout *layout, uint64_t type)
{
    return type_flags(layout, type) & layout->type.flag_heap;
}

bool
type_can_be_static(const struct python_layout *layout, uint64_t type)
{
    return type_flags(layout, type) <= UINT32_MAX &&
           !type_is_heap(layout, type) &&
           load64(type + layout->type.basicsize) <= INT32_MAX;
}

uint32_t
object_preheader(const struct python_layout *layout, uint64_t type)
{
    uint64_t flags = type_flags(layout, type);
    uint32_t bytes = 0;
    if (flags & layout->type.flag_gc) {
        bytes += layout->object.gc_header;
    }
    if (flags & layout->type.flags_preheader) {
        bytes += layout->type.managed_dict_bytes;
    }
    return bytes;
}

uint64_t
object_managed_dict(const struct python_layout *layout, uint64_t object)
{
    const struct type_layout *at = &layout->type;
    uint64_t dict;

    if ((type_flags(layout, type_of(layout, object)) & at->flag_managed_dict) ==
        0) {
        return 0;
    }
    dict = load64(object - layout->object.gc_header - at->managed_dict_bytes +
                  DICT_BEHIND);
    return at->managed_dict_form == MANAGED_EITHER && (dict & 1) != 0 ? 0
                                                                      : dict;
}

const char *
type_name(const struct python_layout *layout, uint64_t type)
{
    uint64_t name = load64(type + layout->type.name);
    return name == 0 ? "" : (const char *)(uintptr_t)name;
}

bool
type_hash_is_identity(const struct python_layout *layout, uint64_t type)
{
    uint64_t root = type, base;

    for (int i = 0; i < BASES_MAX; i++) {
        base = load64(root + layout->type.base);
        if (base == 0) {
            return (type_flags(layout, root) & FLAG_READY) != 0 &&
                   load64(type + TYPE_HASH) == load64(root + TYPE_HASH);
        }
        root = base;
    }
    return false;
}

bool
text_equals(const char *text, const char *other)
{
    while (*text != '\0' && *text == *other) {
        text++;
        other++;
    }
    return *text == *other;
}

bool
object_is_a(const struct python_layout *layout, uint64_t object,
            const char *type)
{
    return text_equals(type_name(layout, load64(object + layout->object.type)),
                       type);
}

/* The entries in order, as a hash would need the host's seed. */
uint64_t
dict_find(const struct python_layout *layout, uint64_t dict, const char *name)
{
    struct dict_entries entries;
    uint64_t key, value;

    if (!dict_entries_first(layout, dict, &entries)) {
        return 0;
    }
    while (dict_entries_next(&entries, &key, &value)) {
        char text[32];

        if (python_text(layout, key, text, sizeof text) != 0 &&
            text_equals(text, name)) {
            return value;
        }
    }
    return 0;
}

static size_t
append(char *out, size_t size, size_t used, const char *text)
{
    while (*text != '\0' && used + 1 < size) {
        out[used++] = *text++;
    }
    out[used] = '\0';
    return used;
}

size_t
type_full_name(const struct python_layout *layout, uint64_t type, char *out,
               size_t size)
{
    if (size == 0) {
        return 0;
    }
    if (!type_is_heap(layout, type)) {
        return append(out, size, 0, type_name(layout, type));
    }
    uint64_t dict = load64(type + layout->type.dict);
    uint64_t module = dict == 0 ? 0 : dict_find(layout, dict, "__module__");
    size_t used = python_text(layout, module, out, size);
    out[used] = '\0';
    if (text_equals(out, "builtins")) {
        used = 0;
    }
    if (used != 0) {
        used = append(out, size, used, ".");
    }
    uint64_t qualname = load64(type + layout->type.heap_qualname);
    size_t more = python_text(layout, qualname, out + used, size - used);
    if (more == 0) {
        return append(out, size, used, type_name(layout, type));
    }
    return used + more;
}
