#include "arch/function.h"

bool
function_decode(struct function *function)
{
    size_t offset = 0;

    function->count = 0;
    for (size_t i = 0; i < function->size_bytes; i++) {
        function->index_at[i] = 0;
    }
    while (offset < function->size_bytes) {
        struct instruction *instruction =
            &function->instructions[function->count];

        if (!decode_instruction(function->bytes + offset,
                                function->size_bytes - offset,
                                function->address + offset, instruction)) {
            return false;
        }
        function->count++;
        function->index_at[offset] = (uint32_t)function->count;
        offset += instruction->length;
    }
    return true;
}

const struct instruction *
function_find(const struct function *function, uint64_t address)
{
    uint64_t offset = address - function->address;
    uint32_t index;

    if (address < function->address || offset >= function->size_bytes) {
        return NULL;
    }
    index = function->index_at[offset];
    return index == 0 ? NULL : &function->instructions[index - 1];
}

bool
function_uses_red_zone(const struct function *function)
{
    bool calls = false;

    for (size_t i = 0; i < function->count; i++) {
        const struct instruction *instruction = &function->instructions[i];

        calls = calls || instruction->flow == FLOW_CALL ||
                instruction->flow == FLOW_CALL_INDIRECT;
        if (instruction->has_memory &&
            instruction->memory.base == REGISTER_RSP &&
            instruction->memory.displacement < 0) {
            return true;
        }
    }
    /* A leaf may reach it through another register, copied from rsp. */
    return !calls;
}
