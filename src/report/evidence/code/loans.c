#include "report/evidence/code/loans.h"

#include <string.h>

#include "arch/filling.h"
#include "report/evidence/code/callees.h"
#include "report/symbols/function_names.h"
#include "report/symbols/image_names.h"

static bool
is_container(void *context, const struct handing_call *call)
{
    const char *name = function_bytes_callee(
        (const struct function_code *)context, call->target, call->slot);

    return name != NULL && (strcmp(name, "PyTuple_New") == 0 ||
                            strcmp(name, "PyList_New") == 0 ||
                            strcmp(name, "PyStructSequence_New") == 0);
}

/* Numbers values only where there may be any: that takes long. */
void
loans_find_filling(const struct function_code *function,
                   const struct lender_code *code, struct loan_stores *stores)
{
    struct instruction instruction;

    for (uint64_t at = code->start; at - code->start < code->size;
         at += instruction.length) {
        struct handing_call call;

        if (!function_bytes_decode(function, at, &instruction)) {
            break;
        }
        call = (struct handing_call){
            .address = at,
            .target = instruction.target,
            .slot = instruction.flow == FLOW_CALL_INDIRECT,
        };
        if ((instruction.flow == FLOW_CALL ||
             (call.slot && instruction.memory.base == REGISTER_PC)) &&
            is_container((void *)(uintptr_t)function, &call)) {
            stores->count = filling_find(
                &code->memory->numbering, &function->code, code->start,
                is_container, stores->at, LOANS_STORES_MAX);
            return;
        }
    }
}

bool
loans_has_store(const struct loan_stores *stores, uint64_t address)
{
    for (size_t i = 0; i < stores->made_count; i++) {
        if (stores->made[i].address == address) {
            return true;
        }
    }
    for (size_t i = 0; i < stores->count; i++) {
        if (stores->at[i] == address) {
            return true;
        }
    }
    return false;
}

void
loans_find_into(const struct function_code *function,
                const struct lender_code *code, const struct fate_slot *slot,
                struct loan_stores *stores)
{
    struct instruction instruction;
    struct handing_slot into;

    stores->count = 0;
    stores->into = true;
    for (uint64_t at = code->start;
         at - code->start < code->size && stores->count < LOANS_STORES_MAX;
         at += instruction.length) {
        if (!function_bytes_decode(function, at, &instruction)) {
            break;
        }
        if (instruction.form == FORM_STORE_REGISTER && instruction.width == 8 &&
            !function_code_on_stack(function, &instruction) &&
            handing_slot_of(&instruction, &into) && into.fixed == slot->fixed &&
            into.where == slot->where) {
            stores->at[stores->count++] = at;
        }
    }
}

/* A variable of the module, which the loader leaves empty. */
static bool
is_variable(const struct function_code *function,
            const struct instruction *instruction)
{
    const struct image_pointer *pointers;
    size_t count = image_file_pointers(function->file, &pointers);

    return instruction->memory.base == REGISTER_PC &&
           image_file_import(function->file, instruction->target) == NULL &&
           relocations_pointer_at(pointers, count, instruction->target) == NULL;
}

/* A load from an object, or of its type; or `into` a word, from any memory. */
static bool
is_field(const struct function_code *function, const struct loan_stores *stores,
         const struct instruction *instruction)
{
    int32_t least = stores->into ? 0 : (int32_t)sizeof(uint64_t);

    return instruction->form == FORM_LOAD && instruction->width == 8 &&
           ((instruction->memory.base < REGISTER_COUNT &&
             !function_code_on_stack(function, instruction) &&
             instruction->memory.displacement >= least) ||
            (!stores->into && is_variable(function, instruction)));
}

/* Is it no pointer, or does the function, where it is asked who stores `into` a
 * word, clear it? */
static bool
is_excluded(const struct function_code *function,
            const struct loan_stores *stores, const struct instruction *load)
{
    struct handing_slot slot;

    return handing_slot_of(load, &slot) && slot.where != 0 &&
           (stores->into ? function_code_clears(function, &slot)
                         : function_code_counts(function, &slot));
}

bool
loans_loaded(const struct function_code *function,
             const struct loan_stores *stores, const struct instruction *load)
{
    return is_field(function, stores, load) &&
           !is_excluded(function, stores, load);
}

/* Converters of formats ("O&") hand out what they please. */
static bool
has_converter(const struct function_code *function, uint64_t call)
{
    for (size_t argument = 1; argument <= 2; argument++) {
        size_t size;
        const char *format = callees_text(function, call, argument, &size);

        if (format != NULL && memchr(format, '&', strnlen(format, size))) {
            return true;
        }
    }
    return false;
}

/* Does it lend by the addresses it is given? */
static bool
lends_by_address(const struct function_code *function,
                 const struct instruction *call)
{
    const char *name = function_code_imported(function, call);

    return name != NULL &&
           (function_name_contract(name) & FUNCTION_LENDS) != 0 &&
           (strncmp(name, "PyArg_", 6) == 0 ||
            strncmp(name, "_PyArg_", 7) == 0 ||
            strcmp(name, "PyDict_Next") == 0);
}

/* Variables whose addresses were taken since the last call or jump: how far
 * above the stack pointer of then. */
struct shown {
    int32_t above[LOANS_VARIABLES_MAX];
    bool framed[LOANS_VARIABLES_MAX]; /* above the frame's register */
    size_t count;
    int32_t down; /* how far the stack pointer has moved since */
};

static void
show(const struct function_code *function,
     const struct instruction *instruction, struct shown *shown)
{
    bool framed =
        instruction->source == REGISTER_FRAME && function->code.framed;

    if (instruction->flow != FLOW_NEXT && instruction->flow != FLOW_BRANCH) {
        *shown = (struct shown){ 0 };
        return;
    }
    if (instruction->form == FORM_ADJUST &&
        (framed || instruction->source == REGISTER_STACK) &&
        instruction->register_ != REGISTER_STACK &&
        shown->count < LOANS_VARIABLES_MAX) {
        shown->framed[shown->count] = framed;
        shown->above[shown->count++] =
            instruction->amount - (framed ? 0 : shown->down);
    }
    shown->down += instruction->lowers;
}

/* Of arguments that were pushed, too: the words that they point to, as the code
 * behind the call has them once it took so many bytes off the stack. */
static size_t
shown_variables(const struct function_code *function,
                const struct instruction *call, int32_t off,
                int64_t slots[LOANS_VARIABLES_MAX])
{
    struct shown shown = { 0 };
    struct instruction instruction;

    for (uint64_t at = function->entry; at < call->address;
         at += instruction.length) {
        if (!function_bytes_decode(function, at, &instruction)) {
            return 0;
        }
        show(function, &instruction, &shown);
    }
    for (size_t i = 0; i < shown.count; i++) {
        slots[i] = handing_word(shown.above[i] +
                                    (shown.framed[i] ? 0 : shown.down - off),
                                shown.framed[i]);
    }
    return shown.count;
}

static bool
is_among(const int64_t *slots, size_t count, int64_t slot)
{
    for (size_t i = 0; i < count; i++) {
        if (slots[i] == slot) {
            return true;
        }
    }
    return false;
}

/* The words that the arguments in registers point to; of those below what was
 * pushed behind them the number has changed. */
static size_t
add_arguments(const struct function_code *function,
              const struct instruction *call, int32_t off,
              int64_t slots[LOANS_VARIABLES_MAX], size_t count)
{
    for (size_t i = 1; i < REGISTER_ARGUMENTS && count < LOANS_VARIABLES_MAX;
         i++) {
        if (function_code_slot(function, call->address, register_argument[i],
                               &slots[count]) &&
            (off == 0 || slots[count] % 2 != 0) &&
            !is_among(slots, count, slots[count])) {
            count++;
        }
    }
    return count;
}

size_t
loans_variables(const struct function_code *function,
                const struct instruction *call,
                int64_t slots[LOANS_VARIABLES_MAX])
{
    int32_t off;
    size_t count;

    if (!lends_by_address(function, call) ||
        has_converter(function, call->address) ||
        !numbering_run(function->numbering, &function->code, function->entry)) {
        return 0;
    }
    off = handing_taken_off(&function->code, call->address + call->length);
    count = shown_variables(function, call, off, slots);
    return add_arguments(function, call, off, slots, count);
}
