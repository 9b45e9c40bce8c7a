#include "arch/origin.h"

#include "arch/numbering.h"

/* What the number of a value says about where it comes from. */
static bool
origin_of(struct numbering *numbering, uint32_t value, struct origin *origin)
{
    uint64_t address = numbering->code->address + value / NUMBERING_KINDS;
    uint32_t kind = value % NUMBERING_KINDS;
    uint64_t offset = value / NUMBERING_KINDS;
    const struct numbering_state *state;
    struct instruction instruction;

    *origin = (struct origin){ .start = address };
    if (kind >= NUMBERING_OVERWRITTEN) {
        return false;
    }
    if (kind >= NUMBERING_WRITTEN) {
        if (!decode_instruction(numbering->code->bytes + offset,
                                numbering->code->size - offset, address,
                                &instruction)) {
            return false;
        }
        origin->made = address;
        origin->start = address + instruction.length;
        origin->registers = (uint16_t)(1u << (kind - NUMBERING_WRITTEN));
        return true;
    }
    state = numbering_at(numbering, address);
    for (size_t i = 0; i < NUMBERING_PLACES; i++) {
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

static bool
decode_at(const struct numbering *numbering, uint64_t address,
          struct instruction *instruction)
{
    uint64_t offset = address - numbering->code->address;

    return decode_instruction(numbering->code->bytes + offset,
                              numbering->code->size - offset, address,
                              instruction);
}

static int64_t
key_of_slot(const struct numbering *numbering,
            const struct instruction *instruction)
{
    bool framed =
        instruction->memory.base == REGISTER_RBP && numbering->code->framed;

    return handing_word(instruction->memory.displacement, framed);
}

/* The first instruction before `at` that loads the value from the stack. */
static bool
origin_on_stack(struct numbering *numbering, uint64_t at, uint32_t value,
                struct origin *origin)
{
    *origin = (struct origin){ 0 };
    for (size_t i = 0; i < NUMBERING_STATES; i++) {
        const struct numbering_state *state = &numbering->states[i];
        struct instruction load;

        if (state->address == 0 || state->address >= at ||
            !decode_at(numbering, state->address, &load) ||
            load.form != FORM_LOAD || load.width != 8 ||
            load.register_ >= REGISTER_COUNT ||
            (origin->made != 0 && origin->made < load.address) ||
            numbering_loads(numbering, state, &load) != value) {
            continue;
        }
        *origin = (struct origin){
            .start = load.address + load.length,
            .made = load.address,
            .registers = (uint16_t)(1u << load.register_),
            .in_slot = true,
            .slot = key_of_slot(numbering, &load),
        };
    }
    return origin->made != 0;
}

bool
origin_find(const struct handing_code *code, uint64_t entry, uint64_t at,
            uint8_t register_, struct handing_memory *memory,
            struct origin *origin)
{
    struct numbering *numbering = (struct numbering *)memory;
    const struct numbering_state *state;

    _Static_assert(sizeof *numbering <= sizeof *memory, "");
    _Static_assert((int)NUMBERING_OVERWRITTEN < (int)NUMBERING_KINDS, "");
    if (register_ >= REGISTER_COUNT || !numbering_run(numbering, code, entry)) {
        return false;
    }
    state = numbering_at(numbering, at);
    return state->address == at &&
           (origin_of(numbering, state->values[register_], origin) ||
            origin_on_stack(numbering, at, state->values[register_], origin));
}

/* What was where before the load that made the value; NULL: none did. */
static const struct numbering_state *
before_load(struct numbering *numbering, uint32_t value,
            struct instruction *load)
{
    uint64_t address = numbering->code->address + value / NUMBERING_KINDS;
    const struct numbering_state *state = numbering_at(numbering, address);

    return value % NUMBERING_KINDS >= NUMBERING_WRITTEN &&
                   value % NUMBERING_KINDS < NUMBERING_OVERWRITTEN &&
                   state->address == address &&
                   decode_at(numbering, address, load) &&
                   load->form == FORM_LOAD
               ? state
               : NULL;
}

/* Is that value what was loaded from where the store goes? */
static bool
was_loaded_from(struct numbering *numbering, uint32_t value,
                const struct numbering_state *at,
                const struct instruction *store)
{
    struct handing_slot to, from;
    struct instruction load;
    const struct numbering_state *state = before_load(numbering, value, &load);

    return state != NULL && load.width == 8 && handing_slot_of(store, &to) &&
           handing_slot_of(&load, &from) && to.fixed == from.fixed &&
           to.where == from.where &&
           (to.fixed ||
            state->values[load.memory.base] == at->values[store->memory.base]);
}

bool
origin_find_overwritten(const struct handing_code *code, uint64_t entry,
                        uint64_t end, struct handing_memory *memory,
                        uint16_t *registers)
{
    struct numbering *numbering = (struct numbering *)memory;
    const struct numbering_state *after;

    *registers = 0;
    if (!numbering_run(numbering, code, entry)) {
        return false;
    }
    after = numbering_at(numbering, end);
    for (size_t i = 0; i < NUMBERING_STATES; i++) {
        const struct numbering_state *state = &numbering->states[i];
        struct instruction store;

        if (state->address == 0 || state->address >= end ||
            state->address + 15 < end || after->address != end ||
            !decode_at(numbering, state->address, &store) ||
            state->address + store.length != end) {
            continue;
        }
        for (size_t r = 0; r < REGISTER_COUNT; r++) {
            if (was_loaded_from(numbering, after->values[r], state, &store)) {
                *registers |= (uint16_t)(1u << r);
            }
        }
    }
    return *registers != 0;
}

uint16_t
origin_find_counts(const struct handing_code *code, uint64_t entry, uint64_t at,
                   uint16_t registers, struct handing_memory *memory)
{
    struct numbering *numbering = (struct numbering *)memory;
    const struct numbering_state *now, *state;
    struct instruction load;
    uint16_t counts = 0;

    if (!numbering_run(numbering, code, entry)) {
        return 0;
    }
    now = numbering_at(numbering, at);
    for (size_t r = 0; r < REGISTER_COUNT && now->address == at; r++) {
        state = before_load(numbering, now->values[r], &load);
        for (size_t h = 0;
             h < REGISTER_COUNT && state != NULL && decode_is_plain(&load) &&
             load.memory.base < REGISTER_COUNT;
             h++) {
            if ((registers >> h & 1) != 0 &&
                state->values[load.memory.base] == now->values[h]) {
                counts |= (uint16_t)(1u << r);
            }
        }
    }
    return counts;
}
