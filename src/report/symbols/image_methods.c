#include "report/symbols/image_methods.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "report/text/memory.h"

/* Of struct PyMethodDef, from the word of the function. */
enum { NAME_BEFORE = 8, FLAGS_BEHIND = 8, TEXT_BEHIND = 16 };

/* METH_VARARGS, METH_NOARGS, METH_O and METH_FASTCALL; one of them must be, and
   none beyond METH_METHOD. */
enum { METHOD_CALLS = 0x8d, METHOD_FLAGS_MAX = 0x2ff };

/* Of struct _typeobject. */
enum {
    TP_NAME = 24,
    TP_BASICSIZE = 32,
    TP_FLAGS = 168,
    OBJECT_HEAD = 16,
    OBJECT_BYTES_MAX = 1 << 24,
};

/* Where a static type has functions that return objects, and the numbers of the
   same in a specification. */
static const struct {
    uint32_t offset, slot;
} returning[] = {
    { 88, 66 },  /* tp_repr */
    { 128, 50 }, /* tp_call */
    { 136, 70 }, /* tp_str */
    { 144, 58 }, /* tp_getattro */
    { 200, 67 }, /* tp_richcompare */
    { 216, 62 }, /* tp_iter */
    { 224, 63 }, /* tp_iternext */
    { 272, 54 }, /* tp_descr_get */
    { 312, 65 }, /* tp_new */
};

/* NULL: it has not so many bytes. */
static const uint8_t *
bytes_at(struct image_file *file, uint64_t at, size_t wanted, size_t *left)
{
    uint64_t start;
    size_t size;
    const uint8_t *bytes = image_file_segment(file, at, &start, &size);

    if (bytes == NULL || size - (at - start) < wanted) {
        return NULL;
    }
    *left = size - (at - start);
    return bytes + (at - start);
}

static uint64_t
word_at(struct image_file *file, uint64_t at)
{
    size_t left;
    const uint8_t *bytes = bytes_at(file, at, sizeof(uint64_t), &left);
    uint64_t word = 0;

    if (bytes != NULL) {
        memcpy(&word, bytes, sizeof word);
    }
    return word;
}

/* Work in progress: words that point into the file, in order. */
struct tables {
    struct image_file *file;
    const struct image_pointer *items;
    size_t count;
};

static uint64_t
target_at(const struct tables *tables, uint64_t at)
{
    const struct image_pointer *found =
        relocations_pointer_at(tables->items, tables->count, at);

    return found != NULL ? found->to : 0;
}

/* Text that can be the name of an attribute, or of a type. */
static bool
is_name(const struct tables *tables, uint64_t at)
{
    size_t left, length = 0;
    const uint8_t *bytes =
        at != 0 ? bytes_at(tables->file, at, 2, &left) : NULL;

    if (bytes == NULL || isdigit(bytes[0])) {
        return false;
    }
    while (length < left && (isalnum(bytes[length]) || bytes[length] == '_' ||
                             bytes[length] == '.' || bytes[length] >= 0x80)) {
        length++;
    }
    return length > 0 && length < left && bytes[length] == 0;
}

/* The word of a function is one of a table of methods. */
static bool
is_method(const struct tables *tables, uint64_t at)
{
    uint64_t flags = word_at(tables->file, at + FLAGS_BEHIND) & UINT32_MAX;

    return target_at(tables, at + FLAGS_BEHIND) == 0 &&
           (flags & METHOD_CALLS) != 0 && flags <= METHOD_FLAGS_MAX &&
           (target_at(tables, at + TEXT_BEHIND) != 0 ||
            word_at(tables->file, at + TEXT_BEHIND) == 0) &&
           is_name(tables, target_at(tables, at - NAME_BEFORE));
}

/* ... or in a static type, at a place for what returns an object. */
static bool
is_in_type(const struct tables *tables, uint64_t at)
{
    for (size_t i = 0; i < sizeof returning / sizeof *returning; i++) {
        uint64_t type = at - returning[i].offset;
        uint64_t size = word_at(tables->file, type + TP_BASICSIZE);

        if (size >= OBJECT_HEAD && size <= OBJECT_BYTES_MAX &&
            target_at(tables, type + TP_BASICSIZE) == 0 &&
            target_at(tables, type + TP_FLAGS) == 0 &&
            is_name(tables, target_at(tables, type + TP_NAME))) {
            return true;
        }
    }
    return false;
}

/* ... or in a row of a specification of a type, which begins with its number. */
static bool
is_in_specification(const struct tables *tables, uint64_t at)
{
    uint64_t number = word_at(tables->file, at - 8);

    for (size_t i = 0; i < sizeof returning / sizeof *returning; i++) {
        if (number == returning[i].slot && target_at(tables, at - 8) == 0) {
            return true;
        }
    }
    return false;
}

static int
compare(const void *a, const void *b)
{
    uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;

    return (left > right) - (left < right);
}

void
image_methods_find(struct image_file *file, struct image_methods *methods)
{
    struct tables tables = { .file = file };

    *methods = (struct image_methods){ NULL, 0 };
    tables.count = image_file_pointers(file, &tables.items);
    for (size_t i = 0; i < tables.count; i++) {
        uint64_t at = tables.items[i].at;

        if (is_method(&tables, at) || is_in_type(&tables, at) ||
            is_in_specification(&tables, at)) {
            methods->starts = (uint64_t *)memory_room(
                methods->starts, methods->count, sizeof *methods->starts);
            methods->starts[methods->count++] = tables.items[i].to;
        }
    }
    if (methods->count > 0) {
        qsort(methods->starts, methods->count, sizeof *methods->starts,
              compare);
    }
}

void
image_methods_release(struct image_methods *methods)
{
    free(methods->starts);
    *methods = (struct image_methods){ NULL, 0 };
}

bool
image_methods_have(const struct image_methods *methods, uint64_t start)
{
    return methods->count > 0 &&
           bsearch(&start, methods->starts, methods->count,
                   sizeof *methods->starts, compare) != NULL;
}
