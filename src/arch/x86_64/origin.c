#include "arch/x86_64/origin.h"

#include "arch/x86_64/decode.h"

enum {
    STATES_BITS = 12,
    STATES_MAX = 1 << STATES_BITS, /* then the function is too large */
    SLOTS_MAX = 24,
    PLACES = REGISTER_COUNT + SLOTS_MAX, /* that values can be in */
    CODE_BITS = 26,
    VISITS_MAX = 1 << 16,
};

/* Registers that a call may change. */
enum { CALL_CHANGES = 0x0fc7 };

/*
 * A value is numbered by an instruction and one of these: the place that it is
 * in before that instruction, or the register that this one wrote.
 */
enum { WRITTEN = PLACES, OVERWRITTEN = WRITTEN + REGISTER_COUNT, KINDS = 64 };

/* What is where before an instruction. */
struct state {
    uint64_t address; /* 0: empty */
    bool pending;
    uint32_t values[PLACES];
};

struct numbering {
    const struct handing_code *code;
    struct state states[STATES_MAX];
    uint16_t pending[STATES_MAX];
    size_t pending_count;
    size_t state_count;
    int64_t slots[SLOTS_MAX]; /* displacements; rbp's are marked */
    size_t slot_count;
    bool full;
};

static uint32_t
value_of(const struct numbering *numbering, uint64_t address, size_t kind)
{
    return (uint32_t)((address - numbering->code->address) * KINDS + kind);
}

static struct state *
state_at(struct numbering *numbering, uint64_t address)
{
    size_t at = (address * 0x9e3779b97f4a7c15u) >> (64 - STATES_BITS);

    while (numbering->states[at].address != 0 &&
           numbering->states[at].address != address) {
        at = (at + 1) & (STATES_MAX - 1);
    }
    return &numbering->states[at];
}

static void
visit_later(struct numbering *numbering, struct state *state)
{
    if (!state->pending) {
        state->pending = true;
        numbering->pending[numbering->pending_count++] =
            (uint16_t)(state - numbering->states);
    }
}

/* Places whose two values are the same pair keep one number among them. */
static bool
meet(const struct numbering *numbering, struct state *state,
     const uint32_t *values)
{
    uint32_t before[PLACES];
    bool changed = false;

    for (size_t i = 0; i < PLACES; i++) {
        before[i] = state->values[i];
    }
    for (size_t i = 0; i < PLACES; i++) {
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
    struct state *state = state_at(numbering, address);

    if (address - numbering->code->address >= numbering->code->size) {
        numbering->full = true;
    }
    else if (state->address != 0) {
        if (meet(numbering, state, values)) {
            visit_later(numbering, state);
        }
    }
    else if (numbering->state_count >= STATES_MAX / 4 * 3) {
        numbering->full = true;
    }
    else {
        numbering->state_count++;
        state->address = address;
        for (size_t i = 0; i < PLACES; i++) {
            state->values[i] = values[i];
        }
        visit_later(numbering, state);
    }
}

/* The place that the operand is; PLACES: it is elsewhere. */
static size_t
slot_of(struct numbering *numbering, const struct instruction *instruction)
{
    const struct memory_operand *memory = &instruction->memory;
    bool framed = memory->base == REGISTER_RBP && numbering->code->framed;
    int64_t slot = ((int64_t)memory->displacement << 1) | framed;
    size_t at = 0;

    if (!instruction->has_memory || memory->index != REGISTER_NONE ||
        (memory->base != REGISTER_RSP && !framed)) {
        return PLACES;
    }
    while (at < numbering->slot_count && numbering->slots[at] != slot) {
        at++;
    }
    if (at == SLOTS_MAX) {
        return PLACES;
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
            values[i] = value_of(numbering, address, WRITTEN + i);
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
        if (whole && slot < PLACES && instruction->register_ < REGISTER_COUNT) {
            values[instruction->register_] = values[slot];
        }
        break;
    case FORM_STORE_REGISTER:
        if (slot < PLACES) {
            values[slot] =
                whole && stored != 0
                    ? stored
                    : value_of(numbering, instruction->address, OVERWRITTEN);
        }
        break;
    case FORM_STORE_IMMEDIATE:
        if (slot < PLACES) {
            values[slot] =
                value_of(numbering, instruction->address, OVERWRITTEN);
        }
        break;
    default:
        break;
    }
}

static void
visit(struct numbering *numbering, struct state *state)
{
    const struct handing_code *code = numbering->code;
    uint64_t offset = state->address - code->address;
    struct instruction instruction;
    uint32_t values[PLACES];

    if (!decode_instruction(code->bytes + offset, code->size - offset,
                            state->address, &instruction)) {
        numbering->full = true;
        return;
    }
    for (size_t i = 0; i < PLACES; i++) {
        values[i] = state->values[i];
    }
    switch (instruction.flow) {
    case FLOW_RETURN:
    case FLOW_STOP:
        return;
    case FLOW_JUMP_INDIRECT:
        numbering->full = true;
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
        write_registers(numbering, instruction.address, CALL_CHANGES, values);
        break;
    default:
        step(numbering, &instruction, values);
        break;
    }
    flow_to(numbering, instruction.address + instruction.length, values);
}

/* What the number of a value says about where it comes from. */
static bool
origin_of(struct numbering *numbering, uint32_t value, struct origin *origin)
{
    uint64_t address = numbering->code->address + value / KINDS;
    uint32_t kind = value % KINDS;
    uint64_t offset = value / KINDS;
    const struct state *state;
    struct instruction instruction;

    *origin = (struct origin){ .start = address };
    if (kind >= OVERWRITTEN) {
        return false;
    }
    if (kind >= WRITTEN) {
        if (!decode_instruction(numbering->code->bytes + offset,
                                numbering->code->size - offset, address,
                                &instruction)) {
            return false;
        }
        origin->made = address;
        origin->start = address + instruction.length;
        origin->registers = (uint16_t)(1u << (kind - WRITTEN));
        return true;
    }
    state = state_at(numbering, address);
    for (size_t i = 0; i < PLACES; i++) {
        if (state->address != address || state->values[i] != value) {
            continue;
        }
        if (i >= REGISTER_COUNT) {
            return false;
        }
        origin->registers |= (uint16_t)(1u << i);
    }
    return origin->registers != 0;
}

bool
origin_find(const struct handing_code *code, uint64_t entry, uint64_t at,
            uint8_t register_, struct handing_memory *memory,
            struct origin *origin)
{
    struct numbering *numbering = (struct numbering *)memory;
    uint32_t values[PLACES];
    const struct state *state;

    _Static_assert(sizeof *numbering <= sizeof *memory, "");
    _Static_assert((int)OVERWRITTEN < (int)KINDS, "");
    if (code->size >> CODE_BITS != 0 || register_ >= REGISTER_COUNT) {
        return false;
    }
    for (size_t i = 0; i < STATES_MAX; i++) {
        numbering->states[i].address = 0;
        numbering->states[i].pending = false;
    }
    numbering->code = code;
    numbering->pending_count = numbering->state_count = 0;
    numbering->slot_count = 0;
    numbering->full = false;
    for (size_t i = 0; i < PLACES; i++) {
        values[i] = value_of(numbering, entry, i);
    }
    flow_to(numbering, entry, values);
    for (size_t visits = 0; numbering->pending_count > 0; visits++) {
        struct state *next =
            &numbering->states[numbering->pending[--numbering->pending_count]];

        next->pending = false;
        visit(numbering, next);
        if (numbering->full || visits >= VISITS_MAX) {
            return false;
        }
    }
    state = state_at(numbering, at);
    return state->address == at &&
           origin_of(numbering, state->values[register_], origin);
}
