#include "cpython/code_settling.h"

#include "cpython/memory.h"

enum {
    UNIT_BYTES = 2,
    INSTRUCTIONS_MAX = 32, /* a statement seldom has more */
};

/* Instructions whose names begin like this; the first that does decides. */
static const struct {
    const char *name;
    enum code_settling settling;
} endings[] = {
    { "STORE_FAST", SETTLING_VARIABLE },   { "STORE_NAME", SETTLING_VARIABLE },
    { "STORE_GLOBAL", SETTLING_VARIABLE }, { "STORE_DEREF", SETTLING_VARIABLE },
    { "STORE_", SETTLING_STORED },         { "LIST_", SETTLING_STORED },
    { "SET_ADD", SETTLING_STORED },        { "SET_UPDATE", SETTLING_STORED },
    { "MAP_ADD", SETTLING_STORED },        { "DICT_UPDATE", SETTLING_STORED },
    { "RETURN_", SETTLING_RETURNED },      { "YIELD_VALUE", SETTLING_RETURNED },
    { "POP_TOP", SETTLING_DROPPED },
};

/* What ends the search: see above. */
static const char *const obscure[] = {
    "BUILD_",  "BINARY_OP", "BINARY_ADD", "INPLACE_",
    "UNPACK_", "JUMP",      "POP_JUMP",   "FOR_ITER",
    "SEND",    "RAISE_",    "RERAISE",    "MAKE_FUNCTION",
};

static bool
begins(const char *name, const char *with)
{
    while (*with != '\0' && *name == *with) {
        name++;
        with++;
    }
    return *with == '\0';
}

static bool
is_end(const char *name, enum code_settling *settling)
{
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        if (begins(name, endings[i].name)) {
            *settling = endings[i].settling;
            return true;
        }
    }
    for (size_t i = 0; i < sizeof obscure / sizeof obscure[0]; i++) {
        if (begins(name, obscure[i])) {
            return true;
        }
    }
    return false;
}

enum code_settling
code_settling(const struct python_layout *layout, uint64_t code,
              uint32_t instruction, struct code_place *place)
{
    enum code_settling settling = SETTLING_UNKNOWN;
    uint64_t size, bytes = code_bytes(layout, code, &size), position;

    if (frame_opcode(layout, code, instruction, place) == NULL) {
        return settling;
    }
    position = layout->opcode_caches != NULL ? place->position : instruction;
    for (int i = 0; i < INSTRUCTIONS_MAX && position < size; i++) {
        uint8_t opcode = load8(bytes + position);
        const char *name = layout->opcode_names[opcode];

        /* A loop that has just got it goes on. */
        bool loops = i == 0 && name != NULL && begins(name, "FOR_ITER");

        if (name == NULL || (!loops && is_end(name, &settling))) {
            break;
        }
        position += UNIT_BYTES;
        if (layout->opcode_caches != NULL) {
            position += (uint64_t)layout->opcode_caches[opcode] * UNIT_BYTES;
        }
    }
    return settling;
}
