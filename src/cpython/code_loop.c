#include "cpython/code_loop.h"

#include "cpython/memory.h"
#include "cpython/type_info.h"

enum { UNIT_BYTES = 2 };

/* Up to 3.10 they say where they lead; later, how far back. */
static const char *const absolute[] = { "JUMP_ABSOLUTE", "POP_JUMP_IF_TRUE",
                                        "POP_JUMP_IF_FALSE" };
static const char *const backward[] = {
    "JUMP_BACKWARD", "POP_JUMP_BACKWARD_IF_TRUE", "POP_JUMP_BACKWARD_IF_FALSE",
    "POP_JUMP_BACKWARD_IF_NONE", "POP_JUMP_BACKWARD_IF_NOT_NONE"
};

static bool
is_among(const char *name, const char *const *names, size_t count)
{
    bool found = false;

    for (size_t i = 0; name != NULL && i < count && !found; i++) {
        found = text_equals(name, names[i]);
    }
    return found;
}

/* Of each opcode whether it is a jump that may lead back. */
static const bool *
jumps_of(const struct python_layout *layout)
{
    static const struct python_layout *known;
    static bool jumps[256];
    bool pointer = layout->frame.instruction_form == INSTRUCTION_POINTER;

    for (int opcode = 0; known != layout && opcode < 256; opcode++) {
        const char *name = layout->opcode_names[opcode];

        jumps[opcode] =
            pointer
                ? is_among(name, backward, sizeof backward / sizeof *backward)
                : is_among(name, absolute, sizeof absolute / sizeof *absolute);
    }
    known = layout;
    return jumps;
}

/* Where a jump leads whose next instruction is there. */
static uint64_t
target_of(const struct python_layout *layout, uint64_t argument, uint64_t next)
{
    if (layout->frame.instruction_form == INSTRUCTION_POINTER) {
        return argument * UNIT_BYTES <= next ? next - argument * UNIT_BYTES
                                             : UINT64_MAX;
    }
    return layout->frame.instruction_form == INSTRUCTION_UNITS
               ? argument * UNIT_BYTES
               : argument;
}

bool
code_loop_has(const struct python_layout *layout, uint64_t code,
              uint32_t instruction, struct code_place *place)
{
    uint64_t size, bytes = code_bytes(layout, code, &size), position, next;
    const bool *jumps = jumps_of(layout);
    uint64_t argument = 0;

    if (frame_opcode(layout, code, instruction, place) == NULL) {
        return false;
    }
    position = layout->opcode_caches != NULL ? place->position : instruction;
    for (; position + 1 < size; position = next) {
        uint8_t opcode = load8(bytes + position);

        argument = argument << 8 | load8(bytes + position + 1);
        next = position + UNIT_BYTES;
        if (layout->opcode_caches != NULL) {
            next += (uint64_t)layout->opcode_caches[opcode] * UNIT_BYTES;
        }
        if (jumps[opcode] && target_of(layout, argument, next) <= instruction) {
            return true;
        }
        if (opcode != layout->extended_arguments[0] &&
            opcode != layout->extended_arguments[1]) {
            argument = 0;
        }
    }
    return false;
}
