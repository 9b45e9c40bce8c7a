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
