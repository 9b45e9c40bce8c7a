#include "report/evidence/code/function_code.h"

#include <string.h>

#include "arch/landing.h"
#include "report/evidence/code/value_format.h"
#include "report/symbols/function_names.h"
#include "report/symbols/image_names.h"

static uint32_t
outermost(const struct place *place)
{
    return place->count > 0 ? place->frames[place->count - 1].function
                            : place->helper.function;
}

static bool
is_inside(void *context, uint64_t target)
{
    const struct function_code *function =
        (const struct function_code *)context;

    return outermost(symbols_place(function->symbols, function->place->image,
                                   target)) == outermost(function->place);
}

/* What is left of the code from there on. */
static const uint8_t *
code_from(const struct handing_code *code, uint64_t address, size_t *size)
{
    uint64_t at = address - code->address;

    if (at > code->size) {
        at = code->size;
    }
    *size = code->size - at;
    return code->bytes + at;
}

/* A jump to what a word of data says: how calls of other images go. 0: it is none. */
static uint64_t
slot_of_stub(const struct handing_code *code, uint64_t at)
{
    struct instruction instruction;
    size_t size;
    const uint8_t *bytes = code_from(code, at, &size);
    size_t landing = landing_bytes(bytes, size);

    return size > landing &&
                   decode_instruction(bytes + landing, size - landing,
                                      at + landing, &instruction) &&
                   instruction.flow == FLOW_JUMP_INDIRECT &&
                   instruction.memory.base == REGISTER_PC
               ? instruction.target
               : 0;
}

static bool
is_one_of(const char *name, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (strcmp(name, names[i]) == 0) {
            return true;
        }
    }
    return false;
}

static enum handing_callee
callee_by_name(const char *name)
{
    static const char *const stops[] = { "abort",
                                         "exit",
                                         "_exit",
                                         "__assert_fail",
                                         "__stack_chk_fail",
                                         "Py_FatalError",
                                         "_Py_FatalErrorFunc",
                                         "_Py_FatalErrorFormat",
                                         "_Py_FatalRefcountErrorFunc" };
    /* Functions of their own where the compiler does not inline. */
    static const char *const takes[] = {
        "Py_IncRef",   "_Py_IncRef", "Py_INCREF",  "Py_XINCREF", "_Py_INCREF",
        "_Py_XINCREF", "Py_NewRef",  "_Py_NewRef", "Py_XNewRef", "_Py_XNewRef"
    };
    static const char *const steals[] = { "Py_DecRef",  "_Py_DecRef",
                                          "Py_DECREF",  "Py_XDECREF",
                                          "_Py_DECREF", "_Py_XDECREF" };
    uint32_t flags = function_name_contract(name);

    if (is_one_of(name, stops, sizeof stops / sizeof *stops)) {
        return HANDING_STOPS;
    }
    if (is_one_of(name, takes, sizeof takes / sizeof *takes)) {
        return HANDING_TAKES;
    }
    if (is_one_of(name, steals, sizeof steals / sizeof *steals) ||
        (flags & FUNCTION_STEALS) != 0) {
        return HANDING_STEALS;
    }
    return (flags & FUNCTION_CHOOSES) != 0 ? HANDING_DOUBTFUL : HANDING_BORROWS;
}

/* The other image's function that is called there; NULL: it is none. */
static const char *
imported(const struct function_code *function, uint64_t target, bool slot)
{
    uint64_t found = slot ? target : slot_of_stub(&function->code, target);

    return found != 0 ? image_file_import(function->file, found) : NULL;
}

/* Who is called there; NULL: nobody knows. */
static const char *
name_of_callee(const struct function_code *function, uint64_t target, bool slot)
{
    uint32_t number;

    if (slot || slot_of_stub(&function->code, target) != 0) {
        return imported(function, target, slot);
    }
    number = outermost(
        symbols_place(function->symbols, function->place->image, target));
    return symbols_function(function->symbols, number)->name;
}

bool
function_code_decode(const struct function_code *function, uint64_t address,
                     struct instruction *instruction)
{
    size_t size;
    const uint8_t *bytes = code_from(&function->code, address, &size);

    return size > 0 && decode_instruction(bytes, size, address, instruction);
}

/* The text that an argument of a call is; NULL: it is not constant. */
static const char *
format_of_call(const struct function_code *function, uint64_t address,
               size_t argument, size_t *size)
{
    const struct handing_code *code = &function->code;
    struct numbering *numbering = function->numbering;
    const struct numbering_state *state;
    struct instruction made;
    uint64_t value, kind, text, start;
    const uint8_t *bytes;

    if (!numbering_run(numbering, code, function->entry)) {
        return NULL;
    }
    state = numbering_at(numbering, address);
    value = state->values[register_argument[argument]];
    kind = value % NUMBERING_KINDS; /* code without optimization copies it */
    if (state->address != address || kind < NUMBERING_WRITTEN ||
        kind >= NUMBERING_OVERWRITTEN ||
        !function_code_decode(function, code->address + value / NUMBERING_KINDS,
                              &made)) {
        return NULL;
    }
    text = made.form == FORM_CONSTANT ? (uint64_t)(uint32_t)made.amount
           : made.memory.base == REGISTER_PC && made.form == FORM_LEA
               ? made.target
               : 0;
    bytes = text != 0 ? image_file_segment(function->file, text, &start, size)
                      : NULL;
    if (bytes == NULL) {
        return NULL;
    }
    *size -= text - start;
    return (const char *)bytes + (text - start);
}

/* What a callee does that builds values: by its format, if that is known. */
static enum handing_callee
callee_by_format(const struct function_code *function,
                 const struct handing_call *call, size_t argument)
{
    size_t size;
    const char *format =
        format_of_call(function, call->address, argument, &size);

    return format == NULL ? HANDING_DOUBTFUL
                          : value_format_callee(format, size, argument + 1,
                                                call->arguments);
}

/*
 * Does it keep what it is given there? All but those that set the exception are
 * given first what is to hold it; and PyModule_AddObject may fail, and leave it
 * to its caller.
 */
static bool
keeps(const struct function_code *function, const char *name,
      const struct handing_call *call)
{
    uint16_t holder = (uint16_t)(1u << register_argument[0]);

    return (function_name_contract(name) & FUNCTION_STEALS) == 0 ||
           strncmp(name, "PyErr_", 6) == 0 ||
           ((call->arguments & ~holder) != 0 &&
            !(function->cautious && strcmp(name, "PyModule_AddObject") == 0));
}

/* Does it call its first argument with values of the format that follows? */
static bool
calls_by_format(const char *name)
{
    return strcmp(name, "PyObject_CallFunction") == 0 ||
           strcmp(name, "_PyObject_CallFunction_SizeT") == 0;
}

static enum handing_callee
callee_at(void *context, const struct handing_call *call)
{
    const struct function_code *function =
        (const struct function_code *)context;
    const char *name = name_of_callee(function, call->target, call->slot);
    enum handing_callee callee =
        name != NULL ? callee_by_name(name) : HANDING_BORROWS;

    if (callee == HANDING_STEALS && !keeps(function, name, call)) {
        return HANDING_BORROWS;
    }
    if (callee == HANDING_BORROWS && function->cautious &&
        call->arguments != 0 &&
        imported(function, call->target, call->slot) == NULL) {
        return HANDING_DOUBTFUL;
    }
    if (callee == HANDING_BORROWS && call->arguments != 0 && name != NULL &&
        calls_by_format(name)) {
        return callee_by_format(function, call, 1) == HANDING_STEALS
                   ? HANDING_STEALS
                   : HANDING_BORROWS;
    }
    return callee == HANDING_DOUBTFUL && call->arguments != 0
               ? callee_by_format(function, call, 0)
               : callee;
}

static bool
is_framed(const struct function_code *function)
{
    size_t size;
    const uint8_t *bytes = code_from(&function->code, function->entry, &size);

    return landing_keeps_frame(bytes, size);
}

uint32_t
function_code_callee(const struct function_code *function, uint64_t address)
{
    struct instruction instruction;
    const char *name = NULL;

    if (!function_code_decode(function, address, &instruction)) {
        return 0;
    }
    if (instruction.flow == FLOW_CALL || instruction.flow == FLOW_JUMP ||
        (instruction.flow == FLOW_CALL_INDIRECT &&
         instruction.memory.base == REGISTER_PC)) {
        name = name_of_callee(function, instruction.target,
                              instruction.flow == FLOW_CALL_INDIRECT);
    }
    return name != NULL ? function_name_contract(name) : 0;
}

bool
function_code_gives(const struct function_code *function,
                    const struct instruction *call)
{
    bool slot = call->flow == FLOW_CALL_INDIRECT;
    const char *name;

    if (call->flow != FLOW_CALL && !slot) {
        return false;
    }
    if (slot && call->memory.base != REGISTER_PC) {
        return true;
    }
    name = imported(function, call->target, slot);
    if (name != NULL) {
        return (function_name_contract(name) & FUNCTION_LENDS) == 0 &&
               function_name_is_python(name);
    }
    return !slot && symbols_function(function->symbols,
                                     outermost(symbols_place(
                                         function->symbols,
                                         function->place->image, call->target)))
                            ->returns != RETURN_OTHER;
}

bool
function_code_writes(const struct function_code *function,
                     const struct handing_slot *slot)
{
    struct instruction instruction;
    uint64_t at = function->entry;

    while (function_code_decode(function, at, &instruction) &&
           function->code.inside(function->code.context, at)) {
        struct handing_slot other;

        if ((instruction.form == FORM_STORE_IMMEDIATE ||
             instruction.form == FORM_STORE_REGISTER ||
             instruction.form == FORM_OTHER) &&
            handing_slot_of(&instruction, &other) &&
            other.where == slot->where && other.fixed == slot->fixed) {
            return true;
        }
        at += instruction.length;
    }
    return false;
}

const char *
function_code_import(const struct function_code *function,
                     const struct handing_call *call)
{
    return imported(function, call->target, call->slot);
}

bool
function_code_find(struct function_code *function, struct symbols *symbols,
                   const struct place *place, struct code_memory *memory)
{
    *function = (struct function_code){
        .code = { .inside = is_inside, .callee = callee_at },
        .symbols = symbols,
        .file = symbols_image_file(symbols, place->image),
        .place = place,
        .numbering = &memory->numbering,
    };
    function->code.context = function;
    if (function->file == NULL) {
        return false;
    }
    function->code.bytes =
        image_file_segment(function->file, place->offset,
                           &function->code.address, &function->code.size);
    if (function->code.bytes == NULL) {
        return false;
    }
    function->entry = image_file_function_start(function->file, place->offset);
    function->code.framed = is_framed(function);
    return true;
}

bool
function_code_at(struct function_code *function, struct symbols *symbols,
                 uint32_t image, uint64_t address, struct code_memory *memory)
{
    return function_code_find(function, symbols,
                              symbols_place(symbols, image, address), memory);
}
