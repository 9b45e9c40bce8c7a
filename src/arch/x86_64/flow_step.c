#include "arch/x86_64/flow_step.h"

#include <stddef.h>

/* The fields of flow_state, as bits for register 0; and all four of a word. */
static const uint64_t LOADED = (uint64_t)1 << 0, ORIGIN = (uint64_t)1 << 16,
                      CHANGED = (uint64_t)1 << 32, STEPPED = (uint64_t)1 << 48;
static const uint64_t ZERO = (uint64_t)1 << 0, ONE = (uint64_t)1 << 16,
                      IMMORTAL = (uint64_t)1 << 32, STATE = (uint64_t)1 << 48;
static const uint64_t FOUR = 0x0001000100010001;
enum { STATE_FIELD = 48 };

_Static_assert(offsetof(struct flow_state, loaded) == 0 &&
                   offsetof(struct flow_state, origin) == 2 &&
                   offsetof(struct flow_state, changed) == 4 &&
                   offsetof(struct flow_state, stepped) == 6 &&
                   offsetof(struct flow_state, zero) == 8 &&
                   offsetof(struct flow_state, one) == 10 &&
                   offsetof(struct flow_state, immortal) == 12 &&
                   offsetof(struct flow_state, state) == 14,
               "the fields are where the bits are");

/* Registers that a call may change. */

static bool
small(int32_t amount)
{
    return amount >= -FLOW_AMOUNT_MAX && amount <= FLOW_AMOUNT_MAX &&
           amount != 0;
}

static uint16_t
bit(uint8_t number)
{
    return number < REGISTER_COUNT ? (uint16_t)(1u << number) : 0;
}

bool
flow_is_immortal(const struct refcount_shape *shape, int64_t value)
{
    return shape->immortal == IMMORTAL_NEGATIVE &&
           ((uint32_t)value == 0xffffffff || (uint32_t)value == 0xc0000000);
}

bool
flow_is_slot(const struct flow_state *state,
             const struct instruction *instruction)
{
    const struct memory_operand *memory = &instruction->memory;

    return instruction->has_memory && memory->index == REGISTER_NONE &&
           (memory->base == REGISTER_RSP ||
            (memory->base == REGISTER_RBP && state->framed));
}

static uint64_t
spill_slot(const struct flow_state *state,
           const struct instruction *instruction)
{
    uint32_t displacement = (uint32_t)instruction->memory.displacement;

    return flow_is_slot(state, instruction)
               ? (uint64_t)1 << ((displacement >> 2) & 63)
               : 0;
}

bool
flow_spill(struct flow_spills *spills, const struct instruction *instruction,
           const struct flow_state *state)
{
    uint64_t slot = spill_slot(state, instruction);
    uint16_t from = bit(instruction->register_);
    struct flow_spills old = *spills;

    if (instruction->form != FORM_STORE_REGISTER || slot == 0) {
        return false;
    }
    spills->loaded |= (state->loaded & from) ? slot : 0;
    spills->changed |= (state->changed & from) ? slot : 0;
    spills->origin |= (state->origin & from) ? slot : 0;
    return old.loaded != spills->loaded || old.changed != spills->changed ||
           old.origin != spills->origin;
}

/* The register by which memory is reached: it holds no count. */
static uint16_t
pointer_in(const struct instruction *instruction)
{
    bool computes = instruction->form == FORM_LEA ||
                    instruction->form == FORM_ADJUST ||
                    instruction->form == FORM_NOP ||
                    (instruction->form == FORM_COMBINE &&
                     instruction->source != REGISTER_NONE);

    return instruction->has_memory && !computes ? bit(instruction->memory.base)
                                                : 0;
}

/* What is known of one register: a bit for each of four fields. */
static uint64_t
known_of(uint64_t fields, uint8_t number)
{
    return number < REGISTER_COUNT ? fields >> number & FOUR : 0;
}

static uint64_t
loaded_by(const struct instruction *instruction, uint64_t slot,
          const struct flow_context *context, const struct flow_spills *spills)
{
    bool count = instruction->width >= refcount_least_width(context->shape) &&
                 decode_may_be_count(instruction);

    return (count || (spills->loaded & slot) ? LOADED : 0) |
           (spills->changed & slot ? CHANGED : 0) |
           (spills->origin & slot ? ORIGIN : 0);
}

static uint64_t
adjusted(const struct instruction *instruction, uint64_t known)
{
    if (small(instruction->amount) && (known & (LOADED | CHANGED | ORIGIN))) {
        return CHANGED;
    }
    return known != 0 ? STEPPED : 0;
}

static uint64_t
combined(const struct instruction *instruction, uint64_t values)
{
    uint64_t known = known_of(values, instruction->register_) |
                     known_of(values, instruction->source);

    if (instruction->source != REGISTER_NONE) {
        known |= known_of(values, instruction->memory.index);
    }
    return known != 0 || (instruction->source == REGISTER_NONE &&
                          decode_is_plain(instruction))
               ? STEPPED
               : 0;
}

static uint64_t
constant_of(const struct instruction *instruction,
            const struct refcount_shape *shape)
{
    return (instruction->amount == 0 ? ZERO : 0) |
           (instruction->amount == 1 ? ONE : 0) |
           (flow_is_immortal(shape, instruction->amount) ? IMMORTAL : 0);
}

/* What is known of the register that the instruction computes. */
static uint64_t
result_of(const struct instruction *instruction, const struct flow_state *state,
          const struct flow_context *context, const struct flow_spills *spills)
{
    uint64_t from = known_of(state->values, instruction->source);

    switch (instruction->form) {
    case FORM_LOAD:
        return loaded_by(instruction, spill_slot(state, instruction), context,
                         spills);
    case FORM_MOVE:
        return from;
    case FORM_SELECT:
        return from | known_of(state->values, instruction->register_) |
               (instruction->has_memory ? LOADED : 0);
    case FORM_ADJUST:
        return adjusted(instruction, from);
    case FORM_COMBINE:
        return combined(instruction, state->values);
    default:
        return 0;
    }
}

/* The same of the constants, and of the address of the state. */
static uint64_t
constants_of(const struct instruction *instruction,
             const struct flow_state *state, const struct flow_context *context)
{
    uint64_t known = births_loads_state(instruction, context->mark) ? STATE : 0;

    if (instruction->form == FORM_CONSTANT) {
        known |= constant_of(instruction, context->shape);
    }
    else if (instruction->form == FORM_MOVE) {
        known |= known_of(state->constants, instruction->source) & STATE;
    }
    return known;
}

/*
 * Whole words are computed with: a processor waits for a word of which parts
 * were just written.
 */
void
flow_step(const struct flow_state *state, const struct instruction *instruction,
          const struct flow_context *context, const struct flow_spills *spills,
          struct flow_state *next)
{
    uint16_t touched = (uint16_t)instruction->touches;
    uint64_t to = bit(instruction->register_), values = state->values;
    uint64_t result = result_of(instruction, state, context, spills);
    uint8_t marked = state->marked;

    if (instruction->flow == FLOW_CALL ||
        instruction->flow == FLOW_CALL_INDIRECT) {
        touched |= (uint32_t)REGISTERS_CALL_CHANGES;
        if (context->mark->behind) {
            marked = 0; /* whoever is told, is told of an object that is */
        }
    }
    marked -= marked > 0;
    if (births_is_mark(instruction, (uint16_t)(state->constants >> STATE_FIELD),
                       context->mark)) {
        marked = FLOW_BIRTH_DISTANCE;
    }
    values &= ~(FOUR * (uint16_t)(touched | pointer_in(instruction)));
    next->values = values | result * to;
    if (instruction->form == FORM_ADJUST && result == CHANGED) {
        next->values |= (values & (uint16_t)~to) * ORIGIN;
    }
    next->constants = (state->constants & ~(FOUR * touched)) |
                      constants_of(instruction, state, context) * to;
    next->framed = (state->framed && (touched & bit(REGISTER_RBP)) == 0) ||
                   (instruction->form == FORM_MOVE &&
                    instruction->source == REGISTER_RSP &&
                    instruction->register_ == REGISTER_RBP);
    next->marked = marked;
}
