#include "report/evidence/code/lenders.h"

#include <string.h>

#include "arch/filling.h"
#include "report/evidence/code/callees.h"
#include "report/evidence/code/lent_place.h"
#include "report/symbols/function_names.h"

enum {
    ARGUMENTS = 4, /* of a method: the object, and what it is given */
    STORES_MAX = 64,
    VARIABLES_MAX = 6,
};

/* Where the function puts items into what it has made. */
struct stores {
    size_t count;
    uint64_t at[STORES_MAX];
};

/* The word that a function loads the object's address from; 0: it does not. */
static uint64_t
word_of(const struct function_code *function, const struct lender_code *code,
        const char *name)
{
    struct instruction instruction;

    for (uint64_t at = code->start; at - code->start < code->size;
         at += instruction.length) {
        const char *imported;

        if (!function_bytes_decode(function, at, &instruction)) {
            return 0;
        }
        if (instruction.form != FORM_LOAD || instruction.width != 8 ||
            instruction.memory.base != REGISTER_RIP) {
            continue;
        }
        imported = image_file_import(function->file, instruction.target);
        if (imported != NULL && strcmp(imported, name) == 0) {
            return instruction.target;
        }
    }
    return 0;
}

/* What a function leaves in the register of results need not be one. */
static bool
returns_objects(struct symbols *symbols, uint32_t image, uint64_t at)
{
    const struct place *place = symbols_place(symbols, image, at);

    return place->count > 0 &&
           symbols_function(symbols, place->frames[place->count - 1].function)
                   ->returns == RETURN_OBJECT;
}

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
static size_t
find_stores(struct function_code *function, const struct lender_code *code,
            uint64_t *stores)
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
            is_container(function, &call)) {
            return filling_find(&code->memory->numbering, &function->code,
                                code->start, is_container, stores, STORES_MAX);
        }
    }
    return 0;
}

static bool
has_store(const struct stores *stores, uint64_t address)
{
    for (size_t i = 0; i < stores->count; i++) {
        if (stores->at[i] == address) {
            return true;
        }
    }
    return false;
}

/*
 * What stands in a field is the object's, and whoever releases it may do so for
 * the object: only who is given it to keep, as by a format or into a container,
 * or returns it, lends it.
 */
static void
leave_released(const struct function_code *function,
               const struct stores *stores, struct handing *handing)
{
    size_t kept = 0;

    for (size_t i = 0; i < handing->lent_count; i++) {
        if (handing->lent[i].returned ||
            has_store(stores, handing->lent[i].used) ||
            (function_code_callee(function, handing->lent[i].used) &
             (FUNCTION_STEALS | FUNCTION_CHOOSES | FUNCTION_GIVES)) != 0) {
            handing->lent[kept++] = handing->lent[i];
        }
    }
    handing->lent_count = kept;
}

/* One function that is read, and what was found in it. */
struct reading {
    struct function_code function;
    struct code_memory *memory;
    struct stores stores;
    struct lender *found;
    size_t room, count;
};

/*
 * `since`: where they begin to be followed, 0: anywhere; `from`: the instruction
 * that got hold of them.
 */
static void
add_lenders(struct reading *reading, const struct handing *handing,
            uint64_t since, uint64_t from)
{
    struct symbols *symbols = reading->function.symbols;
    uint32_t image = reading->function.place->image;

    for (size_t i = 0;
         i < handing->lent_count && reading->count < reading->room; i++) {
        if (since == 0 || !handing->lent[i].returned ||
            returns_objects(symbols, image, since)) {
            reading->found[reading->count++] = (struct lender){
                .place = lent_place(symbols, image, &handing->lent[i], from),
                .returned = handing->lent[i].returned,
                .since = since,
            };
        }
    }
}

size_t
lenders_find(const struct lender_code *code, const char *name,
             struct lender *found, size_t room)
{
    struct handing_start begin = { .address = code->start, .cautious = true };
    struct reading reading = { .memory = code->memory,
                               .found = found,
                               .room = room };
    struct handing handing;

    if (!function_code_at(&reading.function, code->symbols, code->image,
                          code->start, code->memory)) {
        return 0;
    }
    begin.variable = word_of(&reading.function, code, name);
    if (begin.variable == 0) {
        return 0;
    }
    reading.function.cautious = true;
    handing_follow(&reading.function.code, &begin, &code->memory->handing,
                   &handing);
    add_lenders(&reading, &handing, 0, code->start);
    return reading.count;
}

/* What that register has there, and owes nobody. */
static struct handing_start
follow_from(const struct stores *stores, uint64_t address, uint8_t register_)
{
    return (struct handing_start){ .address = address,
                                   .registers = (uint16_t)(1u << register_),
                                   .cautious = true,
                                   .borrows = true,
                                   .filling = stores->at,
                                   .filling_count = stores->count };
}

static struct handing_start
follow_variable(const struct stores *stores, uint64_t address, int64_t slot)
{
    struct handing_start start = follow_from(stores, address, REGISTER_RESULT);

    start.registers = 0;
    start.in_slot = true;
    start.loyal = true;
    start.slot = slot;
    return start;
}

/* A load from an object, or of its type. */
static bool
is_field(const struct function_code *function,
         const struct instruction *instruction)
{
    uint8_t base = instruction->memory.base;

    return instruction->form == FORM_LOAD && instruction->width == 8 &&
           base < REGISTER_COUNT && base != REGISTER_STACK &&
           (base != REGISTER_FRAME || !function->code.framed) &&
           instruction->memory.displacement >= (int32_t)sizeof(uint64_t);
}

/* Whether the instruction gets hold of a pointer that is followed. */
static bool
begins(const struct function_code *function,
       const struct instruction *instruction, enum lender_source source,
       const struct stores *stores, struct handing_start *begin)
{
    struct handing_slot slot;

    *begin = follow_from(stores, instruction->address + instruction->length,
                         REGISTER_RESULT);
    begin->owed = source == LENDER_RESULTS;
    if (source == LENDER_RESULTS) {
        return function_code_gives(function, instruction);
    }
    if (is_field(function, instruction) &&
        handing_slot_of(instruction, &slot)) {
        begin->registers = (uint16_t)(1u << instruction->register_);
        return !function_code_writes(function, &slot);
    }
    return (instruction->flow == FLOW_CALL ||
            instruction->flow == FLOW_CALL_INDIRECT) &&
           (function_code_callee(function, instruction->address) &
            FUNCTION_LENDS) != 0;
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

/* The variables on the stack whose addresses such a call is given: how many. */
static size_t
find_variables(const struct function_code *function,
               const struct instruction *call, int64_t *slots)
{
    size_t count = 0;

    if (!lends_by_address(function, call) ||
        has_converter(function, call->address) ||
        !numbering_run(function->numbering, &function->code, function->entry)) {
        return 0;
    }
    for (size_t i = 1; i < VARIABLES_MAX; i++) {
        count += function_code_slot(function, call->address,
                                    register_argument[i], &slots[count]);
    }
    return count;
}

/* Does it end there with what another function returns, which only lends? */
static bool
ends_with_loan(const struct function_code *function,
               const struct instruction *instruction)
{
    return instruction->flow == FLOW_JUMP &&
           !function->code.inside(function->code.context,
                                  instruction->target) &&
           (function_code_callee(function, instruction->address) &
            FUNCTION_LENDS) != 0;
}

/* `owned`: by an object, which may have them released. */
static void
follow(struct reading *reading, const struct handing_start *begin,
       uint64_t from, bool owned)
{
    struct handing handing;

    handing_follow(&reading->function.code, begin, &reading->memory->handing,
                   &handing);
    if (owned) {
        leave_released(&reading->function, &reading->stores, &handing);
    }
    add_lenders(reading, &handing, begin->address, from);
}

static void
follow_variables(struct reading *reading, const struct instruction *call)
{
    int64_t slots[VARIABLES_MAX];
    size_t count = find_variables(&reading->function, call, slots);

    for (size_t i = 0; i < count; i++) {
        struct handing_start begin = follow_variable(
            &reading->stores, call->address + call->length, slots[i]);

        follow(reading, &begin, call->address, true);
    }
}

static void
follow_loans(struct reading *reading, const struct instruction *instruction)
{
    struct handing handing = { .lent_count = 1,
                               .lent[0] = { .used = instruction->address,
                                            .returned = true } };

    follow_variables(reading, instruction);
    if (ends_with_loan(&reading->function, instruction)) {
        add_lenders(reading, &handing, instruction->address,
                    instruction->address);
    }
}

/* From its arguments, if loans are wanted, and from each instruction on. */
static void
read_all(struct reading *reading, const struct lender_code *code,
         enum lender_source source)
{
    struct instruction instruction;
    struct handing_start begin;

    for (size_t i = 0; source == LENDER_LOANS && i < ARGUMENTS; i++) {
        begin =
            follow_from(&reading->stores, code->start, register_argument[i]);
        follow(reading, &begin, code->start, false);
    }
    for (uint64_t at = code->start;
         at - code->start < code->size && reading->count < reading->room;
         at += instruction.length) {
        if (!function_bytes_decode(&reading->function, at, &instruction)) {
            break;
        }
        if (begins(&reading->function, &instruction, source, &reading->stores,
                   &begin)) {
            follow(reading, &begin, at, instruction.form == FORM_LOAD);
        }
        if (source == LENDER_LOANS) {
            follow_loans(reading, &instruction);
        }
    }
}

size_t
lenders_of(const struct lender_code *code, enum lender_source source,
           struct lender *found, size_t room)
{
    struct reading reading = { .memory = code->memory,
                               .found = found,
                               .room = room };

    if (!function_code_at(&reading.function, code->symbols, code->image,
                          code->start, code->memory)) {
        return 0;
    }
    reading.function.cautious = true;
    reading.stores.count =
        find_stores(&reading.function, code, reading.stores.at);
    read_all(&reading, code, source);
    return reading.count;
}
