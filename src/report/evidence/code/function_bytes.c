#include "report/evidence/code/function_bytes.h"

#include <string.h>

#include "report/evidence/code/plt_entry.h"
#include "report/symbols/function_names.h"
#include "report/symbols/image_names.h"

uint32_t
function_bytes_outermost(const struct place *place)
{
    return place->count > 0 ? place->frames[place->count - 1].function
                            : place->helper.function;
}

const uint8_t *
function_bytes_from(const struct handing_code *code, uint64_t address,
                    size_t *size)
{
    uint64_t at = address - code->address;

    if (at > code->size) {
        at = code->size;
    }
    *size = code->size - at;
    return code->bytes + at;
}

/* The word that a call goes by; 0: it goes straight there. */
static uint64_t
word_of_call(const struct function_code *function, uint64_t target, bool slot)
{
    size_t size;
    const uint8_t *bytes = function_bytes_from(&function->code, target, &size);

    return slot ? target : plt_entry_word(bytes, size, target);
}

const char *
function_bytes_import(const struct function_code *function, uint64_t target,
                      bool slot)
{
    uint64_t word = word_of_call(function, target, slot);

    return word != 0 && image_file_own(function->file, word) == 0
               ? image_file_import(function->file, word)
               : NULL;
}

bool
function_bytes_makes(const struct function_code *function, uint64_t target,
                     bool slot)
{
    const char *name = function_bytes_import(function, target, slot);

    return name != NULL && function_name_makes(name);
}

uint64_t
function_bytes_target(const struct function_code *function, uint64_t target,
                      bool slot)
{
    uint64_t word = word_of_call(function, target, slot);

    return word != 0 ? image_file_own(function->file, word) : target;
}

/* GCC moves some of what it inlines out of line, for all who call it: that does
 * not do what its name promises. */
static bool
is_part(const struct function_code *function, uint64_t target)
{
    uint64_t into;
    const char *symbol = image_file_symbol(function->file, target, &into);

    return symbol != NULL && strstr(symbol, ".part.") != NULL;
}

const char *
function_bytes_callee(const struct function_code *function, uint64_t target,
                      bool slot)
{
    uint64_t own = function_bytes_target(function, target, slot);
    const char *name;
    uint32_t number;

    if (own == 0) {
        return function_bytes_import(function, target, slot);
    }
    number = function_bytes_outermost(
        symbols_place(function->symbols, function->place->image, own));
    name = symbols_function(function->symbols, number)->name;
    return function_name_is_python(name) && is_part(function, own) ? NULL
                                                                   : name;
}

bool
function_bytes_decode(const struct function_code *function, uint64_t address,
                      struct instruction *instruction)
{
    size_t size;
    const uint8_t *bytes = function_bytes_from(&function->code, address, &size);

    return size > 0 && decode_instruction(bytes, size, address, instruction);
}

bool
function_bytes_value(const struct function_code *function, uint64_t address,
                     uint8_t register_, uint32_t *value)
{
    const struct numbering_state *state;

    if (!numbering_run(function->numbering, &function->code, function->entry)) {
        return false;
    }
    state = numbering_at(function->numbering, address);
    *value = state->values[register_];
    return state->address == address;
}

bool
function_bytes_maker(const struct function_code *function, uint32_t value,
                     struct instruction *made)
{
    uint32_t kind = value % NUMBERING_KINDS;

    return kind >= NUMBERING_WRITTEN && kind < NUMBERING_OVERWRITTEN &&
           function_bytes_decode(
               function, function->code.address + value / NUMBERING_KINDS,
               made);
}

bool
function_bytes_is_argument(const struct function_code *function, uint32_t value)
{
    return value % NUMBERING_KINDS < REGISTER_COUNT &&
           function->code.address + value / NUMBERING_KINDS == function->entry;
}

/* Does it get what stands in a word of the image: to put it into a register, or
 * among the arguments of a call? */
static bool
fetches(const struct instruction *instruction)
{
    return (instruction->form == FORM_LOAD ||
            instruction->form == FORM_OTHER) &&
           (instruction->writes & RESOURCE_FLAGS) == 0;
}

/* `all`: what compares it, too. */
static uint64_t
find_word(const struct function_code *function, uint64_t start, size_t size,
          const char *name, bool all)
{
    struct instruction instruction;

    for (uint64_t at = start; at - start < size; at += instruction.length) {
        const char *imported;

        if (!function_bytes_decode(function, at, &instruction)) {
            return 0;
        }
        if (!instruction.has_memory || instruction.width != 8 ||
            instruction.memory.base != REGISTER_PC ||
            (!all && !fetches(&instruction))) {
            continue;
        }
        imported = image_file_import(function->file, instruction.target);
        if (imported != NULL && strcmp(imported, name) == 0) {
            return instruction.target;
        }
    }
    return 0;
}

uint64_t
function_bytes_word(const struct function_code *function, uint64_t start,
                    size_t size, const char *name)
{
    return find_word(function, start, size, name, false);
}

uint64_t
function_bytes_uses(const struct function_code *function, uint64_t start,
                    size_t size, const char *name)
{
    return find_word(function, start, size, name, true);
}
