#include "report/symbols/image_types.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "report/text/memory.h"

/* Of struct _typeobject. */
enum {
    TP_NAME = 24,
    TP_DEALLOC = 48,
    TP_TRAVERSE = 184,
    TP_METHODS = 232,
    TP_GETSET = 248,
    TP_FINALIZE = 392,
    TYPE_SIZE = 408,
};

/* What tells one from any other table of functions, as C++ makes them. */
enum { TP_BASICSIZE = 32, TP_FLAGS = 168 };

enum {
    FLAG_HAVE_GC = 1 << 14,
    OBJECT_HEAD = 16,
    OBJECT_BYTES_MAX = 1 << 24,
};

/* Of typeslots.h, and the size of struct PyType_Slot. */
enum {
    SLOT_CLEAR = 51,
    SLOT_DEALLOC = 52,
    SLOT_METHODS = 64,
    SLOT_TRAVERSE = 71,
    SLOT_GETSET = 73,
    SLOT_FINALIZE = 80,
    SLOT_SIZE = 16,
};

/* From the name of a PyType_Spec to its slots. */
enum { SPEC_SLOTS = 24 };

enum { METHOD_SIZE = 32, GETSET_SIZE = 40 };

enum { SLOTS_MAX = 100 }; /* of one specification */

/* Words of data that point to functions, in order of their addresses. */
struct pointers {
    struct image_file *file;
    const struct image_pointer *items;
    size_t count;
};

/* What the word points to; 0: nothing in this file. */
static uint64_t
data_at(const struct pointers *pointers, uint64_t at)
{
    const struct image_pointer *found =
        relocations_pointer_at(pointers->items, pointers->count, at);

    return found != NULL ? found->to : 0;
}

/* The function that the word points to; 0: none. */
static uint64_t
function_at(const struct pointers *pointers, uint64_t at)
{
    uint64_t to = data_at(pointers, at);

    return to != 0 && image_file_function_start(pointers->file, to) == to ? to
                                                                          : 0;
}

/* The number in a row of a specification; 0: there is none. */
static int32_t
slot_number(const struct pointers *pointers, uint64_t at)
{
    uint64_t start;
    size_t size;
    const uint8_t *bytes =
        image_file_segment(pointers->file, at, &start, &size);
    int32_t number = 0;

    if (bytes != NULL && size - (at - start) >= sizeof number) {
        memcpy(&number, bytes + (at - start), sizeof number);
    }
    return number;
}

/* The row before or after: they are listed in any order. */
static void
read_rows(const struct pointers *pointers, uint64_t row, int64_t step,
          struct image_type *type)
{
    for (size_t i = 0; i < SLOTS_MAX; i++, row += (uint64_t)step) {
        int32_t number = slot_number(pointers, row);

        if (number <= 0 || number > SLOTS_MAX) {
            return;
        }
        if (number == SLOT_CLEAR) {
            type->clear = function_at(pointers, row + 8);
        }
        else if (number == SLOT_DEALLOC) {
            type->dealloc = function_at(pointers, row + 8);
        }
    }
}

static uint64_t
word_at(const struct pointers *pointers, uint64_t at)
{
    uint64_t start, value = 0;
    size_t size;
    const uint8_t *bytes =
        image_file_segment(pointers->file, at, &start, &size);

    if (bytes != NULL && size - (at - start) >= sizeof value) {
        memcpy(&value, bytes + (at - start), sizeof value);
    }
    return value;
}

/* Numbers, which a table of functions has no room for between its pointers. */
static bool
is_sized(const struct pointers *pointers, uint64_t start)
{
    uint64_t size = word_at(pointers, start + TP_BASICSIZE);

    return size >= OBJECT_HEAD && size <= OBJECT_BYTES_MAX &&
           data_at(pointers, start + TP_BASICSIZE) == 0 &&
           data_at(pointers, start + TP_FLAGS) == 0 &&
           function_at(pointers, start + TP_NAME) == 0;
}

/* Whoever has a tp_traverse of its own says so in the flags. */
static bool
is_static_type(const struct pointers *pointers, uint64_t start)
{
    return is_sized(pointers, start) &&
           (word_at(pointers, start + TP_FLAGS) & FLAG_HAVE_GC) != 0;
}

/* A type whose tp_traverse, or its row, the word may be. */
static bool
is_type(const struct pointers *pointers, uint64_t at, struct image_type *type)
{
    *type = (struct image_type){ .traverse = function_at(pointers, at) };
    if (type->traverse == 0) {
        return false;
    }
    if (slot_number(pointers, at - 8) == SLOT_TRAVERSE) {
        read_rows(pointers, at - 8, SLOT_SIZE, type);
        read_rows(pointers, at - 8, -SLOT_SIZE, type);
    }
    else {
        uint64_t start = at - TP_TRAVERSE;

        if (!is_static_type(pointers, start)) {
            return false;
        }
        type->clear = function_at(pointers, start + IMAGE_TYPE_CLEAR);
        type->dealloc = function_at(pointers, start + TP_DEALLOC);
    }
    return type->dealloc != 0;
}

size_t
image_types_find(struct image_file *file, struct image_type *types, size_t room)
{
    struct pointers pointers = { .file = file };
    size_t count = 0;

    pointers.count = image_file_pointers(file, &pointers.items);
    for (size_t i = 0; i < pointers.count && count < room; i++) {
        if (is_type(&pointers, pointers.items[i].at, &types[count])) {
            count++;
        }
    }
    return count;
}

/* NULL: no string ends there within what is read of the file. */
static const char *
string_at(const struct pointers *pointers, uint64_t at)
{
    uint64_t start;
    size_t size;
    const uint8_t *bytes =
        at != 0 ? image_file_segment(pointers->file, at, &start, &size) : NULL;

    if (bytes == NULL ||
        memchr(bytes + (at - start), 0, size - (at - start)) == NULL) {
        return NULL;
    }
    return (const char *)bytes + (at - start);
}

/* The specification that has the row lists it with the others, from the first
   on; it begins with the name. */
static const char *
name_in_specification(const struct pointers *pointers, uint64_t row)
{
    for (size_t i = 0; i < SLOTS_MAX; i++) {
        int32_t before = slot_number(pointers, row - SLOT_SIZE);

        if (before <= 0 || before > SLOTS_MAX) {
            break;
        }
        row -= SLOT_SIZE;
    }
    for (size_t i = 0; i < pointers->count; i++) {
        if (pointers->items[i].to == row) {
            return string_at(pointers, data_at(pointers, pointers->items[i].at -
                                                             SPEC_SLOTS));
        }
    }
    return NULL;
}

const char *
image_types_name(struct image_file *file, uint64_t dealloc)
{
    struct pointers pointers = { .file = file };
    const char *name = NULL;

    pointers.count = image_file_pointers(file, &pointers.items);
    for (size_t i = 0; i < pointers.count && name == NULL; i++) {
        uint64_t at = pointers.items[i].at;

        if (pointers.items[i].to != dealloc) {
            continue;
        }
        if (slot_number(&pointers, at - 8) == SLOT_DEALLOC) {
            name = name_in_specification(&pointers, at - 8);
        }
        else if (is_sized(&pointers, at - TP_DEALLOC)) {
            name = string_at(&pointers,
                             data_at(&pointers, at - TP_DEALLOC + TP_NAME));
        }
    }
    return name;
}

bool
image_types_inherits(struct image_file *file, uint64_t type)
{
    struct pointers pointers = { .file = file };

    pointers.count = image_file_pointers(file, &pointers.items);
    return is_sized(&pointers, type) &&
           data_at(&pointers, type + TP_NAME) != 0 &&
           data_at(&pointers, type + TP_DEALLOC) == 0 &&
           word_at(&pointers, type + TP_DEALLOC) == 0;
}

/* Of one type. */
struct listed {
    const struct pointers *pointers;
    struct image_type_function *functions;
    size_t count, room;
};

/* The function that a word points to, if any. */
static void
list_word(struct listed *listed, uint64_t at, bool disposes)
{
    uint64_t function = function_at(listed->pointers, at);

    if (function != 0 && listed->count < listed->room) {
        listed->functions[listed->count++] =
            (struct image_type_function){ function, disposes };
    }
}

/* A table whose rows begin with a name. */
static void
list_table(struct listed *listed, uint64_t table, uint64_t row_size)
{
    while (table != 0 && listed->count < listed->room &&
           data_at(listed->pointers, table) != 0) {
        for (uint64_t at = 8; at < row_size; at += 8) {
            list_word(listed, table + at, false);
        }
        table += row_size;
    }
}

static void
list_rows(struct listed *listed, uint64_t row, int64_t step)
{
    for (size_t i = 0; i < SLOTS_MAX; i++, row += (uint64_t)step) {
        int32_t number = slot_number(listed->pointers, row);
        uint64_t value = data_at(listed->pointers, row + 8);

        if (number <= 0 || number > SLOTS_MAX) {
            return;
        }
        if (number == SLOT_METHODS || number == SLOT_GETSET) {
            list_table(listed, value,
                       number == SLOT_METHODS ? METHOD_SIZE : GETSET_SIZE);
        }
        list_word(listed, row + 8,
                  number == SLOT_DEALLOC || number == SLOT_CLEAR ||
                      number == SLOT_FINALIZE);
    }
}

/* The word at `at` points to the type's tp_dealloc. */
static void
list_type(struct listed *listed, uint64_t at)
{
    uint64_t start = at - TP_DEALLOC;

    if (slot_number(listed->pointers, at - 8) == SLOT_DEALLOC) {
        list_rows(listed, at - 8, SLOT_SIZE);
        list_rows(listed, at - 8, -SLOT_SIZE);
        return;
    }
    for (uint64_t i = 0; i < TYPE_SIZE; i += 8) {
        list_word(listed, start + i,
                  i == TP_DEALLOC || i == IMAGE_TYPE_CLEAR || i == TP_FINALIZE);
    }
    list_table(listed, data_at(listed->pointers, start + TP_METHODS),
               METHOD_SIZE);
    list_table(listed, data_at(listed->pointers, start + TP_GETSET),
               GETSET_SIZE);
}

size_t
image_types_functions(struct image_file *file, uint64_t dealloc,
                      struct image_type_function *functions, size_t room)
{
    struct pointers pointers = { .file = file };
    struct listed listed = { &pointers, functions, 0, room };

    pointers.count = image_file_pointers(file, &pointers.items);
    for (size_t i = 0; i < pointers.count; i++) {
        if (pointers.items[i].to == dealloc) {
            list_type(&listed, pointers.items[i].at);
        }
    }
    return listed.count;
}
