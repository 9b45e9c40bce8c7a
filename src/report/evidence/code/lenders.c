#include "report/evidence/code/lenders.h"

#include <string.h>

#include "report/evidence/code/exchanges.h"
#include "report/symbols/function_names.h"

enum {
    ARGUMENTS = 4, /* of a method: the object, and what it is given */
    ITEMS = 24,    /* where an object has them: behind their number */
};

/* Asked is what comes into one word: only who gives it away by storing it there. */
static void
leave_stored(const struct loan_stores *stores, struct handing *handing)
{
    size_t kept = 0;

    for (size_t i = 0; i < handing->lent_count; i++) {
        if (loans_has_store(stores, handing->lent[i].given)) {
            handing->lent[kept] = handing->lent[i];
            handing->lent[kept].returned = false;
            handing->lent[kept++].used = handing->lent[i].given;
        }
    }
    handing->lent_count = kept;
}

/* Is it given there to who keeps it, as by a format or into a container? */
static bool
is_given(const struct function_code *function, const struct loan_stores *stores,
         uint64_t address)
{
    return loans_has_store(stores, address) ||
           (function_code_callee(function, address) &
            (FUNCTION_STEALS | FUNCTION_CHOOSES | FUNCTION_GIVES)) != 0;
}

/*
 * What stands in a field is the object's, and whoever releases it may do so for
 * the object: only who is given it to keep, or returns it, lends it; or who
 * releases what was given already, and once more what the field had.
 */
static void
leave_released(const struct function_code *function,
               const struct loan_stores *stores, struct handing *handing)
{
    size_t kept = 0;

    for (size_t i = 0; i < handing->lent_count; i++) {
        if (handing->lent[i].returned || handing->lent[i].moved ||
            is_given(function, stores, handing->lent[i].used) ||
            is_given(function, stores, handing->lent[i].given)) {
            handing->lent[kept++] = handing->lent[i];
        }
    }
    handing->lent_count = kept;
}

/* One function that is read, and what was found in it. */
struct reading {
    struct lender_reading code;
    struct loan_stores stores;
    struct handing_field field; /* what is followed comes from there */
    uint64_t equals; /* the word of the object that it is to be; 0: of none */
};

/* What that register has there, and owes nobody. */
static struct handing_start
follow_from(const struct loan_stores *stores, uint64_t address,
            uint8_t register_)
{
    return (struct handing_start){ .address = address,
                                   .registers = (uint16_t)(1u << register_),
                                   .cautious = true,
                                   .borrows = true,
                                   .filling = stores->at,
                                   .filling_count = stores->count,
                                   .made = stores->made,
                                   .made_count = stores->made_count };
}

static struct handing_start
follow_variable(const struct loan_stores *stores, uint64_t address,
                int64_t slot)
{
    struct handing_start start = follow_from(stores, address, REGISTER_RESULT);

    start.registers = 0;
    start.in_slot = true;
    start.loyal = true;
    start.slot = slot;
    return start;
}

/* Whether the instruction gets hold of a pointer that is followed. */
static bool
begins(struct reading *reading, const struct instruction *instruction,
       enum lender_source source, struct handing_start *begin)
{
    const struct function_code *function = &reading->code.function;

    *begin = follow_from(&reading->stores,
                         instruction->address + instruction->length,
                         REGISTER_RESULT);
    begin->owed = source == LENDER_RESULTS;
    begin->maker = instruction->address;
    if (source == LENDER_RESULTS) {
        return function_code_gives(function, instruction);
    }
    if (loans_loaded(function, &reading->stores, instruction)) {
        reading->field.indexed =
            !handing_slot_of(instruction, &reading->field.slot);
        begin->field = !reading->stores.into || reading->field.indexed
                           ? &reading->field
                           : NULL;
        begin->registers = (uint16_t)(1u << instruction->register_);
        return true;
    }
    return (instruction->flow == FLOW_CALL ||
            instruction->flow == FLOW_CALL_INDIRECT) &&
           (function_code_callee(function, instruction->address) &
            FUNCTION_LENDS) != 0;
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

/* What the function got hold of there has: */
enum owner {
    OWNER_CALLER,
    OWNER_OBJECT, /* which may have it released */
    OWNER_VECTOR, /* ... or it is taken out of there */
};

static void
follow(struct reading *reading, const struct handing_start *start,
       uint64_t from, enum owner owner)
{
    struct handing_start begin = *start;
    struct handing handing;

    begin.equals = reading->equals;
    lender_reading_follow(&reading->code, &begin, &handing);
    if (handing.number) {
        return;
    }
    if (reading->stores.into || owner == OWNER_VECTOR) {
        leave_stored(&reading->stores, &handing);
    }
    else if (owner == OWNER_OBJECT) {
        leave_released(&reading->code.function, &reading->stores, &handing);
    }
    lender_reading_add(&reading->code, &handing, begin.address, from);
}

/* Items behind a head are an object's, as a tuple's, who keeps them. */
static enum owner
owner_of(const struct instruction *instruction)
{
    return instruction->form != FORM_LOAD ? OWNER_CALLER
           : instruction->memory.index != REGISTER_NONE &&
                   instruction->memory.displacement < ITEMS
               ? OWNER_VECTOR
               : OWNER_OBJECT;
}

static void
follow_variables(struct reading *reading, const struct instruction *call)
{
    int64_t slots[LOANS_VARIABLES_MAX];
    size_t count = loans_variables(&reading->code.function, call, slots);

    for (size_t i = 0; i < count; i++) {
        struct handing_start begin = follow_variable(
            &reading->stores, call->address + call->length, slots[i]);

        follow(reading, &begin, call->address, OWNER_CALLER);
    }
}

static void
follow_loans(struct reading *reading, const struct instruction *instruction)
{
    struct handing handing = { .lent_count = 1,
                               .lent[0] = { .used = instruction->address,
                                            .returned = true } };

    follow_variables(reading, instruction);
    if (!reading->stores.into &&
        ends_with_loan(&reading->code.function, instruction)) {
        lender_reading_add(&reading->code, &handing, instruction->address,
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
        /* What a function is given it may have been given to keep. */
        begin.filling_count -= reading->stores.exchanges;
        follow(reading, &begin, code->start, OWNER_CALLER);
    }
    for (uint64_t at = code->start; at - code->start < code->size &&
                                    reading->code.count < reading->code.room;
         at += instruction.length) {
        if (!function_bytes_decode(&reading->code.function, at, &instruction)) {
            break;
        }
        if (begins(reading, &instruction, source, &begin)) {
            follow(reading, &begin, at, owner_of(&instruction));
        }
        if (source == LENDER_LOANS) {
            follow_loans(reading, &instruction);
        }
    }
}

size_t
lenders_of(const struct lender_code *code, enum lender_source source,
           const char *name, struct lender *found, size_t room)
{
    struct reading reading = { 0 };

    if (!lender_reading_begin(&reading.code, code, found, room)) {
        return 0;
    }
    reading.equals = name != NULL
                         ? function_bytes_uses(&reading.code.function,
                                               code->start, code->size, name)
                         : 0;
    loans_find_filling(&reading.code.function, code, &reading.stores);
    if (code->types != NULL) {
        reading.stores.made_count =
            owned_words_find(&reading.code.function, code->size, code->types,
                             reading.stores.made, LOANS_MADE_MAX);
    }
    if (source == LENDER_LOANS) {
        exchanges_find(&reading.code.function, code, &reading.stores);
    }
    read_all(&reading, code, source);
    return reading.code.count;
}

/* The object's own variable may be what the function stores there. */
static void
follow_name(struct reading *reading, const struct lender_code *code,
            const char *name)
{
    struct handing_start begin = follow_from(&reading->stores, code->start, 0);

    begin.registers = 0;
    begin.variable = function_bytes_word(&reading->code.function, code->start,
                                         code->size, name);
    if (begin.variable != 0) {
        follow(reading, &begin, code->start, OWNER_CALLER);
    }
}

size_t
lenders_into(const struct lender_code *code, const struct fate_slot *slot,
             const char *name, struct lender *found, size_t room)
{
    struct reading reading = { 0 };

    if (!lender_reading_begin(&reading.code, code, found, room)) {
        return 0;
    }
    loans_find_into(&reading.code.function, code, slot, &reading.stores);
    if (reading.stores.count == 0) {
        return 0;
    }
    if (name != NULL) {
        follow_name(&reading, code, name);
    }
    read_all(&reading, code, LENDER_LOANS);
    return reading.code.count;
}
