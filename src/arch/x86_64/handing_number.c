#include "arch/x86_64/handing_number.h"

#include "arch/x86_64/conditions.h"

static bool
is_held(const struct handing_path *path, uint8_t number)
{
    return (path->holds & handing_state_bit(number)) != 0;
}

/* As shifts and divisions do, but no comparison. */
static bool
calculates(const struct instruction *instruction,
           const struct handing_path *path)
{
    uint32_t read = instruction->reads & path->holds;

    if (instruction->has_memory) {
        read &= ~(uint32_t)(handing_state_bit(instruction->memory.base) |
                            handing_state_bit(instruction->memory.index));
    }
    return read != 0 && instruction->touches != 0 && !instruction->keeps_flags;
}

bool
handing_number_used(const struct instruction *instruction,
                    const struct handing_path *path)
{
    if (instruction->has_memory && instruction->memory.scale > 1 &&
        is_held(path, instruction->memory.index)) {
        return true;
    }
    switch (instruction->form) {
    case FORM_MOVE: /* half of it */
        return instruction->width < 8 && is_held(path, instruction->source);
    case FORM_ADJUST: /* the next one, or the one before */
        return (instruction->amount == 1 || instruction->amount == -1) &&
               is_held(path, instruction->source);
    case FORM_COMPARE:
        return (instruction->width < 8 ||
                (instruction->amount != 0 && instruction->amount != -1)) &&
               is_held(path, instruction->register_);
    case FORM_OTHER:
        return calculates(instruction, path);
    default:
        return false;
    }
}

bool
handing_number_asked(const struct instruction *branch,
                     const struct handing_path *path)
{
    uint8_t pair = branch->condition & ~1;

    return path->tested == TESTED_POINTER &&
           (pair == (CONDITION_NEGATIVE & ~1) ||
            pair == (CONDITION_LESS & ~1) || pair == (CONDITION_GREATER & ~1));
}
