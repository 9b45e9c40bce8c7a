#include "arch/handing_code.h"

#include "arch/decode.h"

bool
handing_slot_of(const struct instruction *instruction,
                struct handing_slot *slot)
{
    const struct memory_operand *memory = &instruction->memory;

    slot->fixed = memory->base == REGISTER_RIP;
    slot->where =
        slot->fixed ? (int64_t)instruction->target : memory->displacement;
    return instruction->has_memory && memory->index == REGISTER_NONE &&
           (slot->fixed || memory->base < REGISTER_COUNT);
}

int32_t
handing_taken_off(const struct handing_code *code, uint64_t address)
{
    struct instruction instruction;
    int32_t bytes = 0;

    for (uint64_t offset = address - code->address; offset < code->size;
         offset += instruction.length) {
        if (!decode_instruction(code->bytes + offset, code->size - offset,
                                code->address + offset, &instruction) ||
            instruction.lowers >= 0) {
            break;
        }
        bytes -= instruction.lowers;
    }
    return bytes;
}
