#include "report/symbols/image_types.h"

#include <stdbool.h>
#include <stddef.h>

#include "report/symbols/type_layout.h"

enum { FLAG_HAVE_GC = 1 << 14 }; /* of tp_flags */

/* The row before or after: they are listed in any order. */
static void
read_rows(const struct image_data *data, uint64_t row, int64_t step,
          struct image_type *type)
{
    for (size_t i = 0; i < SLOTS_MAX; i++, row += (uint64_t)step) {
        int32_t number = image_data_number(data, row);

        if (number <= 0 || number > SLOTS_MAX) {
            return;
        }
        if (number == SLOT_CLEAR) {
            type->clear = image_data_function(data, row + 8);
        }
        else if (number == SLOT_DEALLOC) {
            type->dealloc = image_data_function(data, row + 8);
        }
        else if (number == SLOT_NEW) {
            type->makes = image_data_function(data, row + 8);
        }
    }
}

/* Whoever has a tp_traverse of its own says so in the flags. */
static bool
is_static_type(const struct image_data *data, uint64_t start)
{
    return type_layout_fits(data, start) &&
           (image_data_word(data, start + TP_FLAGS) & FLAG_HAVE_GC) != 0;
}

/* A type whose tp_traverse, or its row, the word may be. */
static bool
is_type(const struct image_data *data, uint64_t at, struct image_type *type)
{
    *type = (struct image_type){ .traverse = image_data_function(data, at) };
    if (type->traverse == 0) {
        return false;
    }
    if (image_data_number(data, at - 8) == SLOT_TRAVERSE) {
        read_rows(data, at - 8, SLOT_SIZE, type);
        read_rows(data, at - 8, -SLOT_SIZE, type);
    }
    else {
        uint64_t start = at - TP_TRAVERSE;

        if (!is_static_type(data, start)) {
            return false;
        }
        type->clear = image_data_function(data, start + TP_CLEAR);
        type->dealloc = image_data_function(data, start + TP_DEALLOC);
        type->makes = image_data_function(data, start + TP_NEW);
        type->start = start;
    }
    return type->dealloc != 0;
}

size_t
image_types_find(struct image_file *file, struct image_type *types, size_t room)
{
    struct image_data data = image_data_of(file);
    size_t count = 0;

    for (size_t i = 0; i < data.count && count < room; i++) {
        if (is_type(&data, data.pointers[i].at, &types[count])) {
            count++;
        }
    }
    return count;
}

/* The specification that has the row lists it with the others, from the first
   on; it begins with the name. */
static const char *
name_in_specification(const struct image_data *data, uint64_t row)
{
    for (size_t i = 0; i < SLOTS_MAX; i++) {
        int32_t before = image_data_number(data, row - SLOT_SIZE);

        if (before <= 0 || before > SLOTS_MAX) {
            break;
        }
        row -= SLOT_SIZE;
    }
    for (size_t i = 0; i < data->count; i++) {
        if (data->pointers[i].to == row) {
            return image_data_text(
                data,
                image_data_target(data, data->pointers[i].at - SPEC_SLOTS));
        }
    }
    return NULL;
}

const char *
image_types_name(struct image_file *file, uint64_t dealloc)
{
    struct image_data data = image_data_of(file);
    const char *name = NULL;

    for (size_t i = 0; i < data.count && name == NULL; i++) {
        uint64_t at = data.pointers[i].at;

        if (data.pointers[i].to != dealloc) {
            continue;
        }
        if (image_data_number(&data, at - 8) == SLOT_DEALLOC) {
            name = name_in_specification(&data, at - 8);
        }
        else if (type_layout_fits(&data, at - TP_DEALLOC)) {
            name = image_data_text(
                &data, image_data_target(&data, at - TP_DEALLOC + TP_NAME));
        }
    }
    return name;
}

bool
image_types_inherits(struct image_file *file, uint64_t type)
{
    struct image_data data = image_data_of(file);

    return type_layout_fits(&data, type) &&
           image_data_target(&data, type + TP_NAME) != 0 &&
           image_data_target(&data, type + TP_DEALLOC) == 0 &&
           image_data_word(&data, type + TP_DEALLOC) == 0;
}

/* Of one type. */
struct listed {
    const struct image_data *data;
    struct image_type_function *functions;
    size_t count, room;
};

/* The function that a word points to, if any. */
static void
list_word(struct listed *listed, uint64_t at, bool disposes)
{
    uint64_t function = image_data_function(listed->data, at);

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
           image_data_target(listed->data, table) != 0) {
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
        int32_t number = image_data_number(listed->data, row);
        uint64_t value = image_data_target(listed->data, row + 8);

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

    if (image_data_number(listed->data, at - 8) == SLOT_DEALLOC) {
        list_rows(listed, at - 8, SLOT_SIZE);
        list_rows(listed, at - 8, -SLOT_SIZE);
        return;
    }
    for (uint64_t i = 0; i < TYPE_SIZE; i += 8) {
        list_word(listed, start + i,
                  i == TP_DEALLOC || i == TP_CLEAR || i == TP_FINALIZE);
    }
    list_table(listed, image_data_target(listed->data, start + TP_METHODS),
               METHOD_SIZE);
    list_table(listed, image_data_target(listed->data, start + TP_GETSET),
               GETSET_SIZE);
}

size_t
image_types_functions(struct image_file *file, uint64_t dealloc,
                      struct image_type_function *functions, size_t room)
{
    struct image_data data = image_data_of(file);
    struct listed listed = { &data, functions, 0, room };

    for (size_t i = 0; i < data.count; i++) {
        if (data.pointers[i].to == dealloc) {
            list_type(&listed, data.pointers[i].at);
        }
    }
    return listed.count;
}
