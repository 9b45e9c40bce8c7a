#include "report/evidence/code/function_code.h"

#include "arch/landing.h"
#include "report/evidence/code/callees.h"
#include "report/evidence/code/switches.h"
#include "report/symbols/function_names.h"
#include "report/symbols/image_names.h"

static bool
is_inside(void *context, uint64_t target)
{
    const struct function_code *function =
        (const struct function_code *)context;

    return function_bytes_outermost(symbols_place(
               function->symbols, function->place->image, target)) ==
           function_bytes_outermost(function->place);
}

static bool
is_framed(const struct function_code *function)
{
    size_t size;
    const uint8_t *bytes =
        function_bytes_from(&function->code, function->entry, &size);

    return landing_keeps_frame(bytes, size);
}

const char *
function_code_imported(const struct function_code *function,
                       const struct instruction *call)
{
    bool slot = call->flow == FLOW_CALL_INDIRECT;

    return call->flow == FLOW_CALL || (slot && call->memory.base == REGISTER_PC)
               ? function_bytes_import(function, call->target, slot)
               : NULL;
}

uint32_t
function_code_callee(const struct function_code *function, uint64_t address)
{
    struct instruction instruction;
    const char *name = NULL;

    if (!function_bytes_decode(function, address, &instruction)) {
        return 0;
    }
    if (instruction.flow == FLOW_CALL || instruction.flow == FLOW_JUMP ||
        (instruction.flow == FLOW_CALL_INDIRECT &&
         instruction.memory.base == REGISTER_PC)) {
        name = function_bytes_callee(function, instruction.target,
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
    uint64_t own;

    if (call->flow != FLOW_CALL && !slot) {
        return false;
    }
    if (slot && call->memory.base != REGISTER_PC) {
        return true;
    }
    name = function_bytes_import(function, call->target, slot);
    if (name != NULL) {
        return (function_name_contract(name) & FUNCTION_LENDS) == 0 &&
               function_name_is_python(name);
    }
    own = function_bytes_target(function, call->target, slot);
    return own != 0 && symbols_function(
                           function->symbols,
                           function_bytes_outermost(symbols_place(
                               function->symbols, function->place->image, own)))
                               ->returns != RETURN_OTHER;
}

/* What is counted up or down is no pointer. */
static bool
is_number(const struct instruction *instruction)
{
    return instruction->form == FORM_ADD_IMMEDIATE ||
           instruction->form == FORM_ADD_REGISTER ||
           instruction->form == FORM_SUB_REGISTER;
}

/* Does an instruction of such a form write to such a word? */
static bool
writes(const struct function_code *function, const struct handing_slot *slot,
       bool (*is_such)(const struct instruction *instruction))
{
    struct instruction instruction;
    uint64_t at = function->entry;

    while (function_bytes_decode(function, at, &instruction) &&
           function->code.inside(function->code.context, at)) {
        struct handing_slot other;

        if (is_such(&instruction) && handing_slot_of(&instruction, &other) &&
            other.where == slot->where && other.fixed == slot->fixed) {
            return true;
        }
        at += instruction.length;
    }
    return false;
}

static bool
may_clear(const struct instruction *instruction)
{
    return instruction->form == FORM_STORE_IMMEDIATE ||
           instruction->form == FORM_OTHER || is_number(instruction);
}

static bool
may_write(const struct instruction *instruction)
{
    return instruction->form == FORM_STORE_REGISTER || may_clear(instruction);
}

bool
function_code_writes(const struct function_code *function,
                     const struct handing_slot *slot)
{
    return writes(function, slot, may_write);
}

bool
function_code_clears(const struct function_code *function,
                     const struct handing_slot *slot)
{
    return writes(function, slot, may_clear);
}

bool
function_code_counts(const struct function_code *function,
                     const struct handing_slot *slot)
{
    return writes(function, slot, is_number);
}

bool
function_code_overwrites(const struct function_code *function,
                         const struct instruction *load)
{
    struct numbering *numbering = function->numbering;
    struct instruction store;
    struct handing_slot from, to;
    uint32_t base;

    if (!handing_slot_of(load, &from) ||
        !numbering_run(numbering, &function->code, function->entry)) {
        return false;
    }
    base =
        from.fixed
            ? 0
            : numbering_at(numbering, load->address)->values[load->memory.base];
    for (uint64_t at = function->entry;
         function_bytes_decode(function, at, &store) &&
         function->code.inside(function->code.context, at);
         at += store.length) {
        if ((store.form == FORM_STORE_IMMEDIATE ||
             store.form == FORM_STORE_REGISTER) &&
            handing_slot_of(&store, &to) && to.where == from.where &&
            to.fixed == from.fixed &&
            (to.fixed ||
             numbering_at(numbering, at)->values[store.memory.base] == base)) {
            return true;
        }
    }
    return false;
}

/* Did a call make what the function knows by that number? */
static bool
is_made(const struct function_code *function, uint32_t value)
{
    struct instruction made;

    return value % NUMBERING_KINDS == NUMBERING_WRITTEN + REGISTER_RESULT &&
           function_bytes_maker(function, value, &made) &&
           (made.flow == FLOW_CALL || made.flow == FLOW_CALL_INDIRECT);
}

/*
 * Does it write to such a word what no call had given the function? Of what a
 * vector holds, two words of it, nobody knows.
 */
static bool
lends_to(const struct function_code *function,
         const struct numbering_state *state, const struct instruction *store,
         const struct handing_slot *word)
{
    struct handing_slot to;

    if (!handing_slot_of(store, &to) || to.fixed) {
        return false;
    }
    if (store->form == FORM_STORE_REGISTER) {
        return store->width == 8 && to.where == word->where &&
               !is_made(function, state->values[store->register_]);
    }
    return store->form == FORM_OTHER && (store->writes & RESOURCE_FLAGS) == 0 &&
           (to.where == word->where || to.where + 8 == word->where);
}

bool
function_code_lent_to(const struct function_code *function,
                      const struct instruction *load)
{
    struct numbering *numbering = function->numbering;
    struct instruction store;
    struct handing_slot from;
    uint32_t base;

    if (!handing_slot_of(load, &from) || from.fixed ||
        !numbering_run(numbering, &function->code, function->entry)) {
        return false;
    }
    base = numbering_at(numbering, load->address)->values[load->memory.base];
    if (!is_made(function, base)) {
        return false;
    }
    for (uint64_t at = function->entry;
         at < load->address && function_bytes_decode(function, at, &store);
         at += store.length) {
        const struct numbering_state *state = numbering_at(numbering, at);

        if (store.has_memory && store.memory.base < REGISTER_COUNT &&
            state->values[store.memory.base] == base &&
            lends_to(function, state, &store, &from)) {
            return true;
        }
    }
    return false;
}

bool
function_code_on_stack(const struct function_code *function,
                       const struct instruction *instruction)
{
    uint8_t base = instruction->memory.base;

    return base == REGISTER_STACK ||
           (base == REGISTER_FRAME && function->code.framed);
}

bool
function_code_slot(const struct function_code *function, uint64_t call,
                   uint8_t register_, int64_t *slot)
{
    struct numbering *numbering = function->numbering;
    const struct handing_code *code = &function->code;
    const struct numbering_state *state = numbering_at(numbering, call);
    uint32_t value = state->values[register_];
    uint64_t offset = value / NUMBERING_KINDS;
    struct instruction made;
    bool based;

    if (state->address != call) {
        return false;
    }
    *slot = 0;
    if (value == state->values[REGISTER_STACK]) {
        return true;
    }
    if (value % NUMBERING_KINDS < NUMBERING_WRITTEN ||
        !function_bytes_decode(function, code->address + offset, &made) ||
        made.form != FORM_ADJUST) {
        return false;
    }
    based = made.source == REGISTER_FRAME && code->framed;
    *slot = handing_word(made.amount, based);
    return based || made.source == REGISTER_STACK;
}

bool
function_code_find(struct function_code *function, struct symbols *symbols,
                   const struct place *place, struct code_memory *memory)
{
    *function = (struct function_code){
        .code = { .inside = is_inside,
                  .callee = callees_at,
                  .switched = switches_at },
        .symbols = symbols,
        .file = symbols_image_file(symbols, place->image),
        .place = place,
        .numbering = &memory->numbering,
        .consumers = &memory->consumers,
        .switches = memory->switches,
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
