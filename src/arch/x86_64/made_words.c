#include "arch/made_words.h"

#include "arch/x86_64/aims.h"

enum {
    WORD_BYTES = 8,
    VECTOR_BYTES = 16,
    DISPLACEMENT_BITS = 16,
    MADE_BIT = 60, /* no word of the stack has it */
};

/* The address that a value is, if an instruction says so; 0. */
static uint64_t
address_of(const struct numbering *numbering, uint32_t value)
{
    struct instruction made;

    return aims_find_writer(numbering, value, &made) ? made.names : 0;
}

/* The call that returned the value; false: none did. */
static bool
find_call(struct numbering *numbering, uint32_t value, struct made_call *call)
{
    const struct numbering_state *before;
    struct instruction instruction;

    if (value % NUMBERING_KINDS != NUMBERING_WRITTEN + REGISTER_RAX ||
        !aims_find_writer(numbering, value, &instruction) ||
        (instruction.flow != FLOW_CALL &&
         instruction.flow != FLOW_CALL_INDIRECT)) {
        return false;
    }
    before = numbering_at(numbering, instruction.address);
    if (before->address != instruction.address) {
        return false;
    }
    *call = (struct made_call){
        .address = instruction.address,
        .target = instruction.target,
        .slot = instruction.flow == FLOW_CALL_INDIRECT,
        .type = address_of(numbering, before->values[REGISTER_RDI]),
    };
    call->by_pointer = call->slot && instruction.memory.base != REGISTER_RIP;
    return true;
}

/* Does it move what stands there, a word or two, to registers or from them? */
static bool
is_move(const struct instruction *instruction)
{
    switch (instruction->form) {
    case FORM_LOAD:
    case FORM_STORE_REGISTER:
    case FORM_STORE_IMMEDIATE:
        return instruction->width == WORD_BYTES;
    case FORM_OTHER:
        return (instruction->writes & RESOURCE_FLAGS) == 0;
    default:
        return false;
    }
}

static bool
has_word(const struct instruction *instruction)
{
    return instruction->has_memory &&
           instruction->memory.base < REGISTER_COUNT &&
           instruction->memory.index == REGISTER_NONE &&
           instruction->memory.displacement >= 0 &&
           instruction->memory.displacement < 1 << DISPLACEMENT_BITS &&
           is_move(instruction);
}

static bool
is_owned(struct owned_offsets owned, int32_t offset)
{
    for (size_t i = 0; i < owned.count; i++) {
        if (owned.at[i] == offset) {
            return true;
        }
    }
    return false;
}

/* Of one instruction; returns how many there are now. */
static size_t
add_words(const struct instruction *instruction, uint32_t value, uint64_t maker,
          struct owned_offsets owned, struct made_word *found, size_t count,
          size_t room)
{
    int32_t bytes = instruction->form == FORM_OTHER ? VECTOR_BYTES : WORD_BYTES;

    for (int32_t behind = 0; behind < bytes && count < room;
         behind += WORD_BYTES) {
        int32_t offset = instruction->memory.displacement + behind;

        if (is_owned(owned, offset)) {
            found[count++] = (struct made_word){
                .address = instruction->address,
                .behind = behind,
                .word = (int64_t)1 << MADE_BIT |
                        (int64_t)value << DISPLACEMENT_BITS | offset,
                .maker = maker,
            };
        }
    }
    return count;
}

size_t
made_words_find(struct numbering *numbering, const struct handing_code *code,
                uint64_t entry, size_t size, made_owned *owned, void *context,
                struct made_word *found, size_t room)
{
    struct instruction instruction;
    size_t count = 0;

    if (!numbering_run(numbering, code, entry)) {
        return 0;
    }
    for (uint64_t at = entry; at - entry < size && count < room;
         at += instruction.length) {
        const struct numbering_state *state = numbering_at(numbering, at);
        struct made_call call;
        uint32_t value;

        if (!aims_decode(numbering, at, &instruction)) {
            break;
        }
        if (state->address != at || aims_is_stack(numbering, &instruction) ||
            !has_word(&instruction)) {
            continue;
        }
        value = state->values[instruction.memory.base];
        if (find_call(numbering, value, &call)) {
            count = add_words(&instruction, value, call.address,
                              owned(context, &call), found, count, room);
        }
    }
    return count;
}
