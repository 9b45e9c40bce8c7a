#include "report/evidence/code/statics.h"

#include <string.h>

#include "report/evidence/code/function_bytes.h"
#include "report/symbols/image_data.h"

enum { TABLE_MAX = 64 }; /* words */

/* What the loader puts into a word: */
enum filled {
    FILLED_NOT, /* nothing */
    FILLED_OTHER,
    FILLED_OBJECT, /* the object's address */
};

static enum filled
filled_with(const struct function_code *function,
            const struct static_object *object, uint64_t word)
{
    struct image_data data = image_data_of(function->file);
    const char *name = image_file_import(function->file, word);
    uint64_t target = image_data_target(&data, word);
    bool is_it = object->name != NULL
                     ? name != NULL && strcmp(name, object->name) == 0
                     : target == object->address;

    return name == NULL && target == 0 ? FILLED_NOT
           : is_it                     ? FILLED_OBJECT
                                       : FILLED_OTHER;
}

/* Is the object in the table that begins there, of nothing but pointers? */
static bool
is_in_table(const struct function_code *function,
            const struct static_object *object, uint64_t table)
{
    for (uint64_t i = 0; i < TABLE_MAX; i++) {
        enum filled filled =
            filled_with(function, object, table + i * sizeof table);

        if (filled != FILLED_OTHER) {
            return filled == FILLED_OBJECT;
        }
    }
    return false;
}

/* The table whose address the code put into the register before that; 0: none. */
static uint64_t
table_in(const struct function_code *function, uint64_t address,
         uint8_t register_)
{
    struct instruction made;
    uint32_t value;

    return function_bytes_value(function, address, register_, &value) &&
                   function_bytes_maker(function, value, &made) &&
                   made.form == FORM_LEA && made.memory.base == REGISTER_PC
               ? made.target
               : 0;
}

/* One of the items, by a number that only the program knows. */
static bool
gets_item(const struct function_code *function,
          const struct static_object *object, const struct instruction *load)
{
    const struct memory_operand *memory = &load->memory;
    uint64_t table;

    if (memory->base >= REGISTER_COUNT || memory->index >= REGISTER_COUNT) {
        return false;
    }
    table = table_in(function, load->address, memory->base);
    if (table == 0 && memory->scale == 1) {
        table = table_in(function, load->address, memory->index);
    }
    return table != 0 &&
           is_in_table(function, object,
                       table + (uint64_t)(int64_t)memory->displacement);
}

bool
statics_has_table(const struct function_code *function,
                  const struct static_object *object, uint64_t start,
                  size_t size)
{
    struct instruction instruction;

    for (uint64_t at = start; at - start < size; at += instruction.length) {
        if (!function_bytes_decode(function, at, &instruction)) {
            return false;
        }
        if (instruction.form == FORM_LEA &&
            instruction.memory.base == REGISTER_PC &&
            is_in_table(function, object, instruction.target)) {
            return true;
        }
    }
    return false;
}

bool
statics_gets(const struct function_code *function,
             const struct static_object *object,
             const struct instruction *instruction, bool table)
{
    bool own = object->name == NULL && instruction->memory.base == REGISTER_PC;

    if (instruction->form == FORM_LEA) {
        return own && instruction->target == object->address;
    }
    if (instruction->form != FORM_LOAD || instruction->width != 8) {
        return false;
    }
    return own ? filled_with(function, object, instruction->target) ==
                     FILLED_OBJECT
               : table && gets_item(function, object, instruction);
}
