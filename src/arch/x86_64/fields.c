#include "arch/fields.h"

#include "arch/numbering.h"
#include "arch/x86_64/aims.h"

/* Registers that carry arguments. */
enum { ARGUMENTS = 0x03c6 };

/* FIELDS_MAX: it is not among them. */
static size_t
find_field(const struct fields *fields, int32_t offset)
{
    size_t i = 0;

    while (i < fields->count && fields->offsets[i] != offset) {
        i++;
    }
    return i < fields->count ? i : FIELDS_MAX;
}

bool
fields_have(const struct fields *fields, int32_t offset)
{
    return find_field(fields, offset) != FIELDS_MAX;
}

bool
fields_read(const struct fields *fields, int32_t offset)
{
    size_t field = find_field(fields, offset);

    return field != FIELDS_MAX && fields->read[field];
}

bool
fields_call(const struct fields *fields, int32_t slot)
{
    for (size_t i = 0; i < fields->slot_count; i++) {
        if (fields->slots[i] == slot) {
            return true;
        }
    }
    return false;
}

static void
add_slot(struct fields *fields, const struct instruction *call)
{
    int32_t slot = call->memory.displacement;

    if (call->has_memory && fields->slot_count < FIELDS_SLOTS_MAX &&
        !fields_call(fields, slot)) {
        fields->slots[fields->slot_count++] = slot;
    }
}

static bool
add_field(struct fields *fields, int32_t offset, bool read)
{
    size_t field = find_field(fields, offset);

    if (field != FIELDS_MAX) {
        fields->read[field] |= read;
        return true;
    }
    if (fields->count == FIELDS_MAX) {
        return false;
    }
    fields->read[fields->count] = read;
    fields->offsets[fields->count++] = offset;
    return true;
}

static bool
is_store(const struct instruction *instruction)
{
    return instruction->form == FORM_STORE_REGISTER ||
           instruction->form == FORM_STORE_IMMEDIATE;
}

static bool
add_callee(struct fields *fields, uint64_t callee)
{
    for (size_t i = 0; i < fields->callee_count; i++) {
        if (fields->callees[i] == callee) {
            return true;
        }
    }
    if (fields->callee_count == FIELDS_CALLEES_MAX) {
        return false;
    }
    fields->callees[fields->callee_count++] = callee;
    return true;
}

/* Bits of the registers that hold the first argument. */
static uint16_t
holders(const struct numbering_state *state, uint32_t self)
{
    uint16_t registers = 0;

    for (size_t i = 0; i < REGISTER_COUNT; i++) {
        registers |= (uint16_t)((state->values[i] == self) << i);
    }
    return registers;
}

static bool
look_at_call(const struct handing_code *code,
             const struct instruction *instruction, uint16_t arguments,
             struct fields *fields)
{
    const struct handing_call call = {
        .address = instruction->address,
        .target = instruction->target,
        .arguments = arguments,
        .slot = instruction->flow == FLOW_CALL_INDIRECT,
    };

    if (arguments == 0) {
        return true;
    }
    if (call.slot && instruction->memory.base != REGISTER_RIP) {
        add_slot(fields, instruction);
        return true; /* tp_free, tp_clear ... are looked at by themselves */
    }
    return code->callee(code->context, &call) != HANDING_DOUBTFUL ||
           call.slot || add_callee(fields, instruction->target);
}

/* Is the first argument there what a field of the object has? */
static void
look_at_given(struct numbering *numbering, const struct numbering_state *state,
              const struct instruction *call, uint32_t self,
              struct fields *fields)
{
    const struct numbering_state *before;
    struct instruction load;
    size_t field;

    if (call->has_memory ||
        !aims_find_writer(numbering, state->values[REGISTER_RDI], &load) ||
        load.form != FORM_LOAD || load.width != 8 ||
        load.memory.index != REGISTER_NONE ||
        load.memory.base >= REGISTER_COUNT) {
        return;
    }
    before = numbering_at(numbering, load.address);
    if (before->address != load.address ||
        before->values[load.memory.base] != self) {
        return;
    }
    add_field(fields, load.memory.displacement, true);
    field = find_field(fields, load.memory.displacement);
    if (field != FIELDS_MAX) {
        fields->given[field] = true;
    }
}

static bool
look_at(struct numbering *numbering, const struct numbering_state *state,
        uint32_t self, struct fields *fields)
{
    const struct handing_code *code = numbering->code;
    uint16_t registers = holders(state, self);
    struct instruction instruction;

    if (!aims_decode(numbering, state->address, &instruction)) {
        return false;
    }
    switch (instruction.flow) {
    case FLOW_JUMP_INDIRECT:
        look_at_given(numbering, state, &instruction, self, fields);
        break;
    case FLOW_JUMP:
        return code->inside(code->context, instruction.target) ||
               look_at_call(code, &instruction, registers & ARGUMENTS, fields);
    case FLOW_CALL:
    case FLOW_CALL_INDIRECT:
        if (instruction.flow == FLOW_CALL_INDIRECT) {
            look_at_given(numbering, state, &instruction, self, fields);
        }
        return look_at_call(code, &instruction, registers & ARGUMENTS, fields);
    default:
        break;
    }
    if (instruction.form == FORM_ADJUST && instruction.amount > 0 &&
        instruction.source < REGISTER_COUNT &&
        (registers & 1u << instruction.source) != 0) {
        add_field(fields, instruction.amount, true);
        return false; /* its address: who knows what is done with it */
    }
    if (instruction.form == FORM_ADJUST ||
        instruction.memory.base >= REGISTER_COUNT ||
        (registers & 1u << instruction.memory.base) == 0) {
        return true;
    }
    return instruction.memory.index == REGISTER_NONE &&
           add_field(fields, instruction.memory.displacement,
                     !is_store(&instruction));
}

bool
fields_find(const struct handing_code *code, uint64_t entry,
            struct handing_memory *memory, struct fields *fields)
{
    struct numbering *numbering = (struct numbering *)memory;
    uint32_t self;
    bool all = true;

    if (!numbering_run(numbering, code, entry)) {
        return false;
    }
    self = numbering_at(numbering, entry)->values[REGISTER_RDI];
    for (size_t i = 0; i < NUMBERING_STATES; i++) {
        const struct numbering_state *state = &numbering->states[i];

        if (state->address != 0 && !look_at(numbering, state, self, fields)) {
            all = false;
        }
    }
    return all;
}
