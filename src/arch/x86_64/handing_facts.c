#include "arch/x86_64/handing_facts.h"

#include "arch/x86_64/conditions.h"

void
handing_facts_forget(struct handing_facts *facts, uint32_t registers)
{
    for (size_t i = 0; i < 2; i++) {
        facts->zero[i] &= (uint16_t)~registers;
        facts->other[i] &= (uint16_t)~registers;
    }
    facts->positive &= (uint16_t)~registers;
    facts->minus_one &= (uint16_t)~registers;
    if ((handing_state_bit(facts->asked) & registers) != 0) {
        facts->asked = REGISTER_NONE;
    }
    if ((handing_state_bit(facts->of) & registers) != 0) {
        facts->bits = 0;
    }
}

/* What is zero is so in its lowest byte; what is not there, is not. */
static void
learn(struct handing_facts *facts, uint16_t bit, bool byte, bool zero)
{
    if (zero) {
        facts->zero[1] |= bit;
        facts->zero[0] |= byte ? 0 : bit;
    }
    else {
        facts->other[0] |= bit;
        facts->other[1] |= byte ? bit : 0;
    }
}

static void
copy(struct handing_facts *facts, uint16_t from, uint16_t to)
{
    for (size_t i = 0; i < 2; i++) {
        facts->zero[i] |= (facts->zero[i] & from) != 0 ? to : 0;
        facts->other[i] |= (facts->other[i] & from) != 0 ? to : 0;
    }
    facts->positive |= (facts->positive & from) != 0 ? to : 0;
}

/* The lower half alone, above which there is zero then. */
static void
copy_half(struct handing_facts *facts, uint16_t from, uint16_t to)
{
    for (size_t i = 0; i < 2; i++) {
        facts->zero[i] |= (facts->zero[i] & from) != 0 ? to : 0;
    }
    if ((facts->other[1] & from) != 0) {
        learn(facts, to, true, false);
    }
}

void
handing_facts_step(const struct instruction *instruction,
                   struct handing_facts *facts)
{
    uint16_t to = handing_state_bit(instruction->register_);
    uint16_t minus_one = facts->minus_one;

    if (instruction->form == FORM_MOVE &&
        instruction->register_ == instruction->source) {
        return;
    }
    handing_facts_forget(facts, instruction->touches);
    if ((instruction->form == FORM_CONSTANT && instruction->amount == -1) ||
        (instruction->form == FORM_MOVE &&
         (minus_one & handing_state_bit(instruction->source)) != 0)) {
        facts->minus_one |= instruction->width >= 4 ? to : 0;
    }
    if (instruction->form == FORM_CONSTANT && instruction->width >= 4) {
        learn(facts, to, (instruction->amount & 0xff) != 0,
              instruction->amount == 0);
    }
    else if (instruction->form == FORM_MOVE && instruction->width == 8) {
        copy(facts, handing_state_bit(instruction->source), to);
    }
    else if (instruction->form == FORM_MOVE && instruction->width == 4) {
        copy_half(facts, handing_state_bit(instruction->source), to);
    }
    if ((instruction->writes & RESOURCE_FLAGS) != 0) {
        facts->asked = instruction->asked;
        facts->byte = instruction->asked_byte;
        facts->mask = instruction->asked_bits;
    }
}

/* The same for what only some bits of a register are asked for. */
static bool
branch_on_bits(struct handing_facts *facts, bool zero)
{
    if (facts->bits == facts->mask && facts->of == facts->asked) {
        return facts->clear == zero;
    }
    facts->bits = facts->mask;
    facts->of = facts->asked;
    facts->clear = zero;
    return true;
}

/* Does the sign of what is asked for contradict that condition? */
static bool
has_other_sign(const struct handing_facts *facts, uint16_t bit,
               uint8_t condition)
{
    bool less = condition == CONDITION_NEGATIVE || condition == CONDITION_LESS;

    if (facts->mask != 0 || facts->byte) {
        return false;
    }
    return (facts->zero[0] & bit) != 0
               ? less || condition == CONDITION_GREATER
               : (facts->positive & bit) != 0 &&
                     (less || condition == CONDITION_NOT_GREATER);
}

bool
handing_facts_branch(struct handing_facts *facts, uint8_t condition, bool goes)
{
    uint16_t bit = handing_state_bit(facts->asked);
    bool zero = ((condition & 1) == 0) == goes;

    if (bit == 0 || (condition & ~1) != CONDITION_ZERO) {
        return bit == 0 ||
               !has_other_sign(facts, bit, (uint8_t)(condition ^ !goes));
    }
    if (facts->mask != 0) {
        return branch_on_bits(facts, zero);
    }
    if (((zero ? facts->other : facts->zero)[facts->byte] & bit) != 0) {
        return false;
    }
    learn(facts, bit, facts->byte, zero);
    return true;
}
