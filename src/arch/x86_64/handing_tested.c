#include "arch/x86_64/handing_tested.h"

#include "arch/x86_64/handing_count.h"
#include "arch/x86_64/handing_word.h"

static const uint32_t SIGN = 0x80000000;        /* of half a register */
static const uint32_t LAST_MORTAL = 0xbfffffff; /* of counts, from 3.14 on */

/* cmp register, register: are both the pointer? */
static bool
is_itself(const uint8_t *bytes, size_t size, uint16_t holds)
{
    uint8_t rm, reg;

    if (size < 3 || (bytes[0] & 0xf8) != 0x48 ||
        (bytes[1] != 0x39 && bytes[1] != 0x3b) || bytes[2] < 0xc0) {
        return false;
    }
    reg = (uint8_t)((bytes[2] >> 3 & 7) | (bytes[0] & 4) << 1);
    rm = (uint8_t)((bytes[2] & 7) | (bytes[0] & 1) << 3);
    return (holds & handing_state_bit(reg)) != 0 &&
           (holds & handing_state_bit(rm)) != 0;
}

/* cmp $0, slot: is it one that holds the pointer? */
static bool
is_slot_tested(struct handing_scene *scene,
               const struct instruction *instruction,
               const struct handing_path *path)
{
    return (handing_word_slot(scene, instruction, 0) & path->slots) != 0 &&
           instruction->form == FORM_TEST && instruction->width == 8;
}

/* Of two pointers that are the same, only one is followed: not that path. */
static bool
is_compared(const struct handing_scene *scene,
            const struct instruction *instruction,
            const struct handing_path *path)
{
    return (instruction->form == FORM_OTHER ||
            instruction->form == FORM_COMPARE) &&
           instruction->touches == 0 &&
           ((handing_state_values(instruction) & path->holds) != 0 ||
            handing_word_is_variable(scene, instruction, path));
}

/*
 * Of what has a name it is known which one it is: the path on which an argument
 * or a field is the same object goes on. Not with other variables: those are
 * other objects.
 */
static bool
is_named(const struct handing_scene *scene,
         const struct instruction *instruction, const struct handing_path *path)
{
    return scene->variable != 0 && !scene->cautious &&
           (instruction->memory.base != REGISTER_RIP ||
            !instruction->has_memory ||
            handing_word_is_variable(scene, instruction, path));
}

/* With what may be the same one? */
static bool
is_compared_with_equal(const struct handing_scene *scene,
                       const struct instruction *instruction,
                       const struct handing_path *path)
{
    return instruction->form == FORM_OTHER && instruction->touches == 0 &&
           instruction->width == 8 && (instruction->reads & path->holds) != 0 &&
           (handing_word_may_equal(scene, instruction) ||
            (!instruction->has_memory &&
             (instruction->reads & path->equals & ~path->holds) != 0));
}

static enum handing_tested
what_is_tested(struct handing_scene *scene,
               const struct instruction *instruction, const uint8_t *bytes,
               const struct handing_path *path)
{
    uint16_t asked =
        instruction->asked_byte ? 0 : handing_state_bit(instruction->asked);
    uint16_t tested = instruction->asked_bits == 0 ? asked : 0;

    if ((path->holds & tested) != 0 ||
        is_slot_tested(scene, instruction, path)) {
        return TESTED_POINTER;
    }
    if ((instruction->asked_bits == SIGN &&
         (handing_count_exact(path) & asked) != 0) ||
        (path->signs & tested) != 0) {
        return TESTED_BIT;
    }
    if (is_itself(bytes, instruction->length, path->holds)) {
        return TESTED_SAME;
    }
    if (instruction->form == FORM_ADJUST && instruction->width == 4 &&
        (path->counts & handing_state_bit(instruction->register_)) != 0 &&
        handing_count_beside(path, instruction->register_) == 1) {
        return TESTED_RAISED;
    }
    if (instruction->form == FORM_COMPARE && instruction->width == 4 &&
        (handing_count_exact(path) &
         handing_state_bit(instruction->register_)) != 0 &&
        (uint32_t)instruction->amount == LAST_MORTAL) {
        return TESTED_LIMIT;
    }
    if (!path->equal && is_compared_with_equal(scene, instruction, path)) {
        return TESTED_EQUALS;
    }
    if (is_compared(scene, instruction, path)) {
        return is_named(scene, instruction, path) ? TESTED_NAMED : TESTED_OTHER;
    }
    return (handing_count_exact(path) & tested) != 0 ? TESTED_COUNT
                                                     : TESTED_NOTHING;
}

void
handing_tested_step(struct handing_scene *scene,
                    const struct instruction *instruction, const uint8_t *bytes,
                    struct handing_path *path)
{
    if ((instruction->writes & RESOURCE_FLAGS) == 0) {
        return;
    }
    path->tested = what_is_tested(scene, instruction, bytes, path);
    path->alike =
        path->tested == TESTED_NAMED
            ? (uint16_t)(handing_state_values(instruction) & ~path->holds)
            : 0;
}
