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

/* What ends the search: see above. The first ones leave one value, and that is
   the one that they have made. */
enum { MAKERS = 5 };
static const char *const obscure[] = {
    "BUILD_", "BINARY_OP", "BINARY_ADD", "INPLACE_", "MAKE_FUNCTION", "UNPACK_",
    "JUMP",   "POP_JUMP",  "FOR_ITER",   "SEND",     "RAISE_",        "RERAISE",
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

/* `first`: it is the instruction that has taken the value. */
static bool
is_end(const char *name, bool first, enum code_settling *settling)
{
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        if (begins(name, endings[i].name)) {
            *settling = endings[i].settling;
            return true;
        }
    }
    for (size_t i = first ? MAKERS : 0; i < sizeof obscure / sizeof obscure[0];
         i++) {
        if (begins(name, obscure[i])) {
            return true;
        }
    }
    return false;
}

/* Instructions that push so many values, and those that take so many for one
 * other; the first whose name begins like this decides. */
static const struct {
    const char *name;
    int pushes, takes;
} effects[] = {
    { "LOAD_ATTR", 0, 1 },  { "LOAD_METHOD", 0, 1 }, { "LOAD_FAST_LOAD", 2, 0 },
    { "LOAD_", 1, 0 },      { "PUSH_NULL", 1, 0 },   { "BINARY_SUBSCR", 0, 2 },
    { "COMPARE_OP", 0, 2 }, { "CONTAINS_OP", 0, 2 }, { "IS_OP", 0, 2 },
    { "UNARY_", 0, 1 },     { "CACHE", 0, 0 },       { "EXTENDED_ARG", 0, 0 },
    { "NOP", 0, 0 },        { "RESUME", 0, 0 },
};

/* Values on the stack above the one that is followed. */
struct above {
    int count;
    bool unknown; /* after a call */
};

/* Whether the instruction takes the value and leaves another: what becomes of
 * that one says nothing. */
static bool
is_used_up(const char *name, struct above *above)
{
    for (size_t i = 0; i < sizeof effects / sizeof effects[0]; i++) {
        if (!begins(name, effects[i].name)) {
            continue;
        }
        if (!above->unknown && effects[i].takes > above->count) {
            return true;
        }
        above->count += effects[i].pushes;
        above->count -= effects[i].takes > 0 ? effects[i].takes - 1 : 0;
        return false;
    }
    above->unknown = true;
    return false;
}

enum code_settling
code_settling(const struct python_layout *layout, uint64_t code,
              uint32_t instruction, struct code_place *place)
{
    enum code_settling settling = SETTLING_UNKNOWN;
    uint64_t size, bytes = code_bytes(layout, code, &size), position;
    struct above above = { 0 };

    if (frame_opcode(layout, code, instruction, place) == NULL) {
        return settling;
    }
    position = layout->opcode_caches != NULL ? place->position : instruction;
    for (int i = 0; i < INSTRUCTIONS_MAX && position < size; i++) {
        uint8_t opcode = load8(bytes + position);
        const char *name = layout->opcode_names[opcode];

        /* A loop that has just got it goes on. */
        bool loops = i == 0 && name != NULL && begins(name, "FOR_ITER");

        if (name == NULL || (!loops && is_end(name, i == 0, &settling)) ||
            (i > 0 && is_used_up(name, &above))) {
            break;
        }
        position += UNIT_BYTES;
        if (layout->opcode_caches != NULL) {
            position += (uint64_t)layout->opcode_caches[opcode] * UNIT_BYTES;
        }
    }
    return settling;
}
