#include "arch/numbering.h"

enum { CODE_BITS = 26, VISITS_MAX = 1 << 16 };

/* Registers that a call may change. */
enum { CALL_CHANGES = 0x0fc7 };

static uint32_t
value_of(const struct numbering *numbering, uint64_t address, size_t kind)
{
    return (uint32_t)((address - numbering->code->address) * NUMBERING_KINDS +
                      kind);
}

struct numbering_state *
numbering_at(struct numbering *numbering, uint64_t address)
{
    size_t at = (address * 0x9e3779b97f4a7c15u) >> (64 - NUMBERING_BITS);

    while (numbering->states[at].address != 0 &&
           numbering->states[at].address != address) {
        at = (at + 1) & (NUMBERING_STATES - 1);
    }
    return &numbering->states[at];
}

static void
visit_later(struct numbering *numbering, struct numbering_state *state)
{
    if (!state->pending) {
        state->pending = true;
        numbering->pending[numbering->pending_count++] =
            (uint16_t)(state - numbering->states);
    }
}

/* Places whose two values are the same pair keep one number among them. */
static bool
meet(const struct numbering *numbering, struct numbering_state *state,
     const uint32_t *values)
{
    uint32_t before[NUMBERING_PLACES];
    bool changed = false;

    for (size_t i = 0; i < NUMBERING_PLACES; i++) {
        before[i] = state->values[i];
    }
    for (size_t i = 0; i < NUMBERING_PLACES; i++) {
        size_t first = 0;

        if (before[i] == values[i]) {
            continue;
        }
        while (before[first] != before[i] || values[first] != values[i]) {
            first++;
        }
        state->values[i] = value_of(numbering, state->address, first);
        changed |= state->values[i] != before[i];
    }
    return changed;
}

static void
flow_to(struct numbering *numbering, uint64_t address, const uint32_t *values)
{
    struct numbering_state *state = numbering_at(numbering, address);

    if (address - numbering->code->address >= numbering->code->size) {
        numbering->full = true;
    }
    else if (state->address != 0) {
        if (meet(numbering, state, values)) {
            visit_later(numbering, state);
        }
    }
    else if (numbering->state_count >= NUMBERING_STATES / 4 * 3) {
        numbering->full = true;
    }
    else {
        numbering->state_count++;
        state->address = address;
        for (size_t i = 0; i < NUMBERING_PLACES; i++) {
            state->values[i] = values[i];
        }
        visit_later(numbering, state);
    }
}

/* The place that the operand is; NUMBERING_PLACES: it is elsewhere. */
static size_t
slot_of(struct numbering *numbering, const struct instruction *instruction)
{
    const struct memory_operand *memory = &instruction->memory;
    bool framed = memory->base == REGISTER_RBP && numbering->code->framed;
    int64_t slot = handing_word(memory->displacement, framed);
    size_t at = 0;

    if (!instruction->has_memory || memory->index != REGISTER_NONE ||
        (memory->base != REGISTER_RSP && !framed)) {
        return NUMBERING_PLACES;
    }
    while (at < numbering->slot_count && numbering->slots[at] != slot) {
        at++;
    }
    if (at == NUMBERING_SLOTS) {
        return NUMBERING_PLACES;
    }
    if (at == numbering->slot_count) {
        numbering->slots[numbering->slot_count++] = slot;
    }
    return REGISTER_COUNT + at;
}

static void
write_registers(const struct numbering *numbering, uint64_t address,
                uint32_t registers, uint32_t *values)
{
    for (size_t i = 0; i < REGISTER_COUNT; i++) {
        if ((registers & 1u << i) != 0) {
            values[i] = value_of(numbering, address, NUMBERING_WRITTEN + i);
        }
    }
}

/* Where the stack pointer moves, the slots have other displacements. */
static void
move_stack(const struct numbering *numbering, uint64_t address,
           uint32_t *values)
{
    for (size_t i = 0; i < numbering->slot_count; i++) {
        if ((numbering->slots[i] & 1) == 0) {
            values[REGISTER_COUNT + i] =
                value_of(numbering, address, REGISTER_COUNT + i);
        }
    }
}

static void
step(struct numbering *numbering, const struct instruction *instruction,
     uint32_t *values)
{
    size_t slot = slot_of(numbering, instruction);
    bool whole = instruction->width == 8;
    uint32_t source =
        instruction->source < REGISTER_COUNT ? values[instruction->source] : 0;
    uint32_t stored = instruction->register_ < REGISTER_COUNT
                          ? values[instruction->register_]
                          : 0;

    write_registers(numbering, instruction->address, instruction->touches,
                    values);
    if ((instruction->touches & 1u << REGISTER_RSP) != 0) {
        move_stack(numbering, instruction->address, values);
        return;
    }
    switch (instruction->form) {
    case FORM_MOVE:
        if (whole && instruction->register_ < REGISTER_COUNT && source != 0) {
            values[instruction->register_] = source;
        }
        break;
    case FORM_LOAD:
        if (whole && slot < NUMBERING_PLACES &&
            instruction->register_ < REGISTER_COUNT) {
            values[instruction->register_] = values[slot];
        }
        break;
    case FORM_STORE_REGISTER:
        if (slot < NUMBERING_PLACES) {
            values[slot] = whole && stored != 0
                               ? stored
                               : value_of(numbering, instruction->address,
                                          NUMBERING_OVERWRITTEN);
        }
        break;
    case FORM_STORE_IMMEDIATE:
        if (slot < NUMBERING_PLACES) {
            values[slot] = value_of(numbering, instruction->address,
                                    NUMBERING_OVERWRITTEN);
        }
        break;
    default:
        break;
    }
}

static bool
never_returns(const struct handing_code *code,
              const struct instruction *instruction)
{
    const struct handing_call call = {
        .address = instruction->address,
        .target = instruction->target,
        .slot = instruction->flow == FLOW_CALL_INDIRECT,
    };

    return (!call.slot || instruction->memory.base == REGISTER_RIP) &&
           code->callee(code->context, &call) == HANDING_STOPS;
}

/* Does it load a word that no number has chosen? */
static bool
is_plain_load(const struct numbering *numbering, uint32_t value)
{
    uint64_t offset = value / NUMBERING_KINDS;
    const struct handing_code *code = numbering->code;
    struct instruction load;

    return value % NUMBERING_KINDS >= NUMBERING_WRITTEN &&
           offset < code->size &&
           decode_instruction(code->bytes + offset, code->size - offset,
                              code->address + offset, &load) &&
           load.form == FORM_LOAD && load.memory.index == REGISTER_NONE;
}

/*
 * To a function that stands in an object, or was an argument: such a jump
 * leaves the function, that of a switch does not.
 */
static bool
is_tail_call(const struct numbering *numbering,
             const struct instruction *instruction, const uint32_t *values)
{
    uint64_t entry = numbering->entry - numbering->code->address;

    if (instruction->has_memory) {
        return instruction->memory.index == REGISTER_NONE;
    }
    for (size_t i = 0; i < REGISTER_COUNT; i++) {
        if ((instruction->reads & 1u << i) != 0 &&
            ((values[i] / NUMBERING_KINDS == entry &&
              values[i] % NUMBERING_KINDS < REGISTER_COUNT) ||
             is_plain_load(numbering, values[i]))) {
            return true;
        }
    }
    return false;
}

static void
visit(struct numbering *numbering, struct numbering_state *state)
{
    const struct handing_code *code = numbering->code;
    uint64_t offset = state->address - code->address;
    struct instruction instruction;
    uint32_t values[NUMBERING_PLACES];

    if (!decode_instruction(code->bytes + offset, code->size - offset,
                            state->address, &instruction)) {
        numbering->full = true;
        return;
    }
    for (size_t i = 0; i < NUMBERING_PLACES; i++) {
        values[i] = state->values[i];
    }
    switch (instruction.flow) {
    case FLOW_RETURN:
    case FLOW_STOP:
        return;
    case FLOW_JUMP_INDIRECT:
        numbering->full |= !is_tail_call(numbering, &instruction, values);
        return;
    case FLOW_JUMP:
        if (code->inside(code->context, instruction.target)) {
            flow_to(numbering, instruction.target, values);
        }
        return;
    case FLOW_BRANCH:
        flow_to(numbering, instruction.target, values);
        break;
    case FLOW_CALL:
    case FLOW_CALL_INDIRECT:
        if (never_returns(code, &instruction)) {
            return;
        }
        write_registers(numbering, instruction.address, CALL_CHANGES, values);
        break;
    default:
        step(numbering, &instruction, values);
        break;
    }
    flow_to(numbering, instruction.address + instruction.length, values);
}

uint32_t
numbering_loads(struct numbering *numbering,
                const struct numbering_state *state,
                const struct instruction *load)
{
    size_t slot = slot_of(numbering, load);

    return slot < NUMBERING_PLACES ? state->values[slot] : 0;
}

bool
numbering_run(struct numbering *numbering, const struct handing_code *code,
              uint64_t entry)
{
    uint32_t values[NUMBERING_PLACES];

    if (code->size >> CODE_BITS != 0) {
        return false;
    }
    for (size_t i = 0; i < NUMBERING_STATES; i++) {
        numbering->states[i].address = 0;
        numbering->states[i].pending = false;
    }
    numbering->code = code;
    numbering->entry = entry;
    numbering->pending_count = numbering->state_count = 0;
    numbering->slot_count = 0;
    numbering->full = false;
    for (size_t i = 0; i < NUMBERING_PLACES; i++) {
        values[i] = value_of(numbering, entry, i);
    }
    flow_to(numbering, entry, values);
    for (size_t visits = 0; numbering->pending_count > 0; visits++) {
        struct numbering_state *next =
            &numbering->states[numbering->pending[--numbering->pending_count]];

        next->pending = false;
        visit(numbering, next);
        if (numbering->full || visits >= VISITS_MAX) {
            return false;
        }
    }
    return true;
}
