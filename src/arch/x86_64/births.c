#include "arch/births.h"

enum {
    STATE_OFFSET_MIN = 256, /* smaller ones: fields of any structure */
    STATE_OFFSET_MAX = 64 * 1024,
};

static bool
is_slot(const struct birth_mark *mark, uint64_t address)
{
    for (size_t i = 0; i < mark->slot_count; i++) {
        if (address == mark->slots[i]) {
            return true;
        }
    }
    return false;
}

bool
births_loads_state(const struct instruction *instruction,
                   const struct birth_mark *mark)
{
    if (mark->state == 0) {
        return false;
    }
    switch (instruction->form) {
    case FORM_LOAD:
        return decode_is_fixed(instruction) &&
               is_slot(mark, decode_fixed_address(instruction));
    case FORM_LEA:
        return decode_is_fixed(instruction) &&
               decode_fixed_address(instruction) == mark->state;
    case FORM_CONSTANT:
        return (uint32_t)instruction->amount == mark->state;
    default:
        return false;
    }
}

bool
births_is_mark(const struct instruction *instruction, uint16_t state,
               const struct birth_mark *mark)
{
    const struct memory_operand *memory = &instruction->memory;
    uint64_t address;

    if (mark->start == 0 || !instruction->has_memory) {
        return false;
    }
    if (decode_is_fixed(instruction)) {
        address = decode_fixed_address(instruction);
        return (address >= mark->start && address < mark->end) ||
               (mark->state == 0 && is_slot(mark, address));
    }
    address = mark->state + (uint64_t)(int64_t)memory->displacement;
    return memory->base < REGISTER_COUNT && (state >> memory->base & 1) != 0 &&
           memory->index == REGISTER_NONE && address >= mark->start &&
           address < mark->end;
}

uint64_t
births_variable(const uint8_t *bytes, size_t size, uint64_t address,
                uint64_t runtime, uint64_t *callee)
{
    size_t offset = 0;

    *callee = 0;
    while (offset < size) {
        struct instruction instruction;
        uint64_t variable;

        if (!decode_instruction(bytes + offset, size - offset, address + offset,
                                &instruction) ||
            instruction.flow == FLOW_RETURN) {
            return 0;
        }
        if (instruction.flow == FLOW_CALL) {
            *callee = instruction.target;
        }
        offset += instruction.length;
        if (!decode_may_be_object(&instruction)) {
            continue;
        }
        variable = (uint64_t)(int64_t)instruction.memory.displacement;
        if (instruction.memory.base == REGISTER_RIP) {
            variable = instruction.target;
        }
        else if (instruction.memory.base != REGISTER_NONE) {
            variable += runtime;
        }
        if (variable >= runtime + STATE_OFFSET_MIN &&
            variable - runtime < STATE_OFFSET_MAX) {
            return variable;
        }
    }
    return 0;
}
