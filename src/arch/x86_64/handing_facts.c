#include "arch/x86_64/handing_facts.h"

#include <string.h>

enum {
    CONDITION_ZERO = 0x4,
    TEST_BYTE = 0x84, /* register, register */
    TEST_WHOLE = 0x85,
    TEST_BYTE_OF_RAX = 0xa8, /* constant */
    TEST_RAX = 0xa9,
    TEST_BYTE_MASK = 0xf6, /* register, constant */
    TEST_MASK = 0xf7,
    MASK_BYTES = 4,
};

/* test of a register with itself or with a constant. */
struct question {
    uint8_t register_; /* REGISTER_NONE: it is none */
    bool byte;
    uint32_t mask; /* 0: all of it */
};

static const struct question NONE = { .register_ = REGISTER_NONE };

static struct question
with_itself(const uint8_t *bytes, uint8_t prefix)
{
    uint8_t reg = (uint8_t)((bytes[1] >> 3 & 7) | (prefix & 4) << 1);
    uint8_t rm = (uint8_t)((bytes[1] & 7) | (prefix & 1) << 3);
    bool byte = bytes[0] == TEST_BYTE;

    /* Without a prefix, from 4 on it is the second byte of another one. */
    return bytes[1] < 0xc0 || reg != rm || (byte && prefix == 0 && rm > 3)
               ? NONE
               : (struct question){ rm, byte, 0 };
}

static struct question
with_constant(const uint8_t *bytes, size_t size, uint8_t prefix)
{
    bool short_form = bytes[0] == TEST_BYTE_OF_RAX || bytes[0] == TEST_RAX;
    bool byte = bytes[0] == TEST_BYTE_OF_RAX || bytes[0] == TEST_BYTE_MASK;
    size_t head = short_form ? 1 : 2;
    struct question question = { REGISTER_RAX, false, 0 };
    uint8_t rm;

    if (size != head + (byte ? 1 : MASK_BYTES) ||
        (!short_form && (bytes[1] & 0xf8) != 0xc0)) {
        return NONE;
    }
    if (!short_form) {
        rm = (uint8_t)(bytes[1] & 7);
        if (byte && prefix == 0 && rm > 3) {
            return NONE;
        }
        question.register_ = (uint8_t)(rm | (prefix & 1) << 3);
    }
    memcpy(&question.mask, bytes + head, byte ? 1 : MASK_BYTES);
    return question.mask == 0 ? NONE : question;
}

static struct question
question_of(const uint8_t *bytes, size_t size)
{
    uint8_t prefix = 0;

    if (size > 0 && (*bytes & 0xf0) == 0x40) {
        prefix = *bytes++;
        size--;
    }
    if (size < 2) {
        return NONE;
    }
    switch (bytes[0]) {
    case TEST_BYTE:
    case TEST_WHOLE:
        return size == 2 ? with_itself(bytes, prefix) : NONE;
    case TEST_BYTE_OF_RAX:
    case TEST_RAX:
    case TEST_BYTE_MASK:
    case TEST_MASK:
        return with_constant(bytes, size, prefix);
    default:
        return NONE;
    }
}

void
handing_facts_forget(struct handing_facts *facts, uint32_t registers)
{
    for (size_t i = 0; i < 2; i++) {
        facts->zero[i] &= (uint16_t)~registers;
        facts->other[i] &= (uint16_t)~registers;
    }
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
}

void
handing_facts_step(const struct instruction *instruction, const uint8_t *bytes,
                   struct handing_facts *facts)
{
    uint16_t to = handing_state_bit(instruction->register_);
    struct question question;

    if (instruction->form == FORM_MOVE &&
        instruction->register_ == instruction->source) {
        return;
    }
    handing_facts_forget(facts, instruction->touches);
    if (instruction->form == FORM_CONSTANT && instruction->width >= 4) {
        learn(facts, to, (instruction->amount & 0xff) != 0,
              instruction->amount == 0);
    }
    else if (instruction->form == FORM_MOVE && instruction->width == 8) {
        copy(facts, handing_state_bit(instruction->source), to);
    }
    if ((instruction->writes & RESOURCE_FLAGS) != 0) {
        question = question_of(bytes, instruction->length);
        facts->asked = question.register_;
        facts->byte = question.byte;
        facts->mask = question.mask;
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

bool
handing_facts_branch(struct handing_facts *facts, uint8_t condition, bool goes)
{
    uint16_t bit = handing_state_bit(facts->asked);
    bool zero = ((condition & 1) == 0) == goes;

    if (bit == 0 || (condition & ~1) != CONDITION_ZERO) {
        return true;
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
