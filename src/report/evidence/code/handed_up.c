#include "report/evidence/code/handed_up.h"

enum {
    HEAD_BYTES = 16, /* of an object: its count, and its type */
    CALL_BYTES_MAX = 7,
};

static bool
is_argument(uint32_t kind)
{
    for (size_t i = 0; i < REGISTER_ARGUMENTS; i++) {
        if (kind == register_argument[i]) {
            return true;
        }
    }
    return false;
}

/* Does a load or a store go to where an argument points to? */
static bool
goes_by(const struct function_code *function, uint64_t address,
        uint8_t *argument)
{
    struct instruction instruction;
    const struct numbering_state *state =
        numbering_at(function->numbering, address);
    uint32_t value, kind;

    if (state->address != address ||
        !function_bytes_decode(function, address, &instruction) ||
        instruction.memory.base >= REGISTER_COUNT) {
        return false;
    }
    value = state->values[instruction.memory.base];
    kind = value % NUMBERING_KINDS;
    *argument = (uint8_t)kind;
    return function_bytes_is_argument(function, value) && is_argument(kind);
}

/* What is returned where it has been handed up. */
static void
ask(const struct function_code *function, struct handing_start asking,
    struct handing_memory *memory, struct handed_up *up)
{
    struct handing asked;

    asking.asks = true;
    handing_follow(&function->code, &asking, memory, &asked);
    up->zero = asked.put_zero && !asked.put_other;
    up->positive = asked.put_other && !asked.put_zero;
}

/* Does it return no object, which it might have taken the reference for? */
static bool
returns_none(const struct function_code *function)
{
    return symbols_function(function->symbols,
                            function_bytes_outermost(function->place))
               ->returns == RETURN_OTHER;
}

/*
 * Did it find the object where an argument points to, and does nothing but take
 * a reference to it, on whatever path? Then the word has one of its own from
 * there on.
 */
static bool
takes_in_place(const struct function_code *function,
               const struct handing *handing, uint64_t loaded,
               uint8_t *argument)
{
    struct instruction load;
    struct handing_slot slot;

    return loaded != 0 && handing->loss_count > 0 && handing->gave.count == 0 &&
           !handing->stored && !handing->returned && !handing->unclear &&
           returns_none(function) &&
           function_bytes_decode(function, loaded, &load) &&
           load.form == FORM_LOAD && load.width == 8 &&
           handing_slot_of(&load, &slot) && !slot.fixed && slot.where == 0 &&
           numbering_run(function->numbering, &function->code,
                         function->entry) &&
           goes_by(function, loaded, argument);
}

void
handed_up_in_place(const struct function_code *function,
                   const struct handing_start *start, uint64_t loaded,
                   struct handing_memory *memory, struct handing *handing,
                   struct handed_up *up)
{
    struct handing_start asking = *start;

    if (up->done || !takes_in_place(function, handing, loaded, &up->argument)) {
        return;
    }
    up->done = true;
    asking.owed--; /* the word owns the one that is taken */
    ask(function, asking, memory, up);
    handing->loss_count = 0;
    handing->stored = true;
    handing->stores[0] = (struct handing_slot){ 0 };
    handing->stored_by[0] = loaded;
    handing->store_count = 1;
}

void
handed_up_by(const struct function_code *function,
             const struct handing_start *start, struct handing_memory *memory,
             const struct handing *handing, struct handed_up *up)
{
    bool numbered = false;

    *up = (struct handed_up){ 0 };

    for (size_t i = 0; i < handing->store_count && !up->done; i++) {
        if (handing->stores[i].fixed || handing->stores[i].where != 0) {
            continue;
        }
        numbered = numbered || numbering_run(function->numbering,
                                             &function->code, function->entry);
        up->done =
            numbered && goes_by(function, handing->stored_by[i], &up->argument);
    }
    if (up->done) {
        ask(function, *start, memory, up);
    }
}

/* The call that returns to an address. */
static bool
find_call(const struct function_code *function, uint64_t end,
          struct instruction *call)
{
    for (uint64_t length = 2; length <= CALL_BYTES_MAX; length++) {
        uint64_t at = end - length;

        if (numbering_at(function->numbering, at)->address == at &&
            function_bytes_decode(function, at, call) &&
            call->length == length &&
            (call->flow == FLOW_CALL || call->flow == FLOW_CALL_INDIRECT)) {
            return true;
        }
    }
    return false;
}

/* Where the value was made that a register has before the call. */
static uint64_t
pointed_at(const struct function_code *function, uint64_t call,
           uint8_t register_)
{
    uint32_t value = numbering_at(function->numbering, call)->values[register_];

    return function->code.address + value / NUMBERING_KINDS;
}

/* The field, or the variable, that a register points to before the call. */
static bool
points_to(const struct function_code *function, uint64_t call,
          uint8_t register_, struct handing_slot *slot)
{
    uint32_t value = numbering_at(function->numbering, call)->values[register_];
    struct instruction made;

    if (value % NUMBERING_KINDS < NUMBERING_WRITTEN ||
        value % NUMBERING_KINDS >= NUMBERING_OVERWRITTEN ||
        !function_bytes_decode(function,
                               function->code.address + value / NUMBERING_KINDS,
                               &made)) {
        return false;
    }
    slot->fixed = made.form == FORM_LEA;
    slot->where = slot->fixed ? (int64_t)made.target : made.amount;
    return slot->fixed ? made.memory.base == REGISTER_PC
                       : made.form == FORM_ADJUST && made.amount >= HEAD_BYTES;
}

/*
 * Does it give a pointer to that word to others, too? Those may take the
 * reference, as who clears a structure that the callee set up.
 */
static bool
is_shared(const struct function_code *function, const struct instruction *call,
          int64_t word)
{
    for (size_t i = 0; i < NUMBERING_STATES; i++) {
        uint64_t at = function->numbering->states[i].address;
        struct instruction other;
        int64_t slot;

        if (at == 0 || at == call->address ||
            !function_bytes_decode(function, at, &other) ||
            (other.flow != FLOW_CALL && other.flow != FLOW_CALL_INDIRECT) ||
            (other.flow == call->flow && other.target == call->target)) {
            continue;
        }
        for (size_t a = 0; a < REGISTER_ARGUMENTS; a++) {
            if (function_code_slot(function, at, register_argument[a], &slot) &&
                slot == word) {
                return true;
            }
        }
    }
    return false;
}

bool
handed_up_word(const struct function_code *function, const struct handed_up *by,
               uint64_t returns, struct handed_word *word)
{
    struct instruction call;

    *word = (struct handed_word){ 0 };
    if (!numbering_run(function->numbering, &function->code, function->entry) ||
        !find_call(function, returns, &call)) {
        return false;
    }
    word->pointed = pointed_at(function, call.address, by->argument);
    word->on_stack =
        function_code_slot(function, call.address, by->argument, &word->word);
    word->shared = word->on_stack && is_shared(function, &call, word->word);
    return word->on_stack ||
           points_to(function, call.address, by->argument, &word->slot);
}
