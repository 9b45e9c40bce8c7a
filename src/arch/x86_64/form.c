#include "arch/x86_64/form.h"

enum { OBJECT_ALIGNMENT = 16 };

uint8_t
register_number(ZydisRegister name)
{
    ZydisRegister whole;

    if (name == ZYDIS_REGISTER_NONE) {
        return REGISTER_NONE;
    }
    if (name == ZYDIS_REGISTER_RIP) {
        return REGISTER_RIP;
    }
    whole = ZydisRegisterGetLargestEnclosing(ZYDIS_MACHINE_MODE_LONG_64, name);
    if (whole < ZYDIS_REGISTER_RAX || whole > ZYDIS_REGISTER_R15) {
        return REGISTER_OTHER;
    }
    return (uint8_t)(whole - ZYDIS_REGISTER_RAX);
}

uint32_t
register_bit(uint8_t number)
{
    return number < REGISTER_COUNT ? 1u << number : 0;
}

/* The immediate, when it fits into 32 bits. */
static bool
small_amount(const ZydisDecodedOperand *operand, int32_t *amount)
{
    if (operand->type != ZYDIS_OPERAND_TYPE_IMMEDIATE ||
        operand->imm.value.s < INT32_MIN || operand->imm.value.s > INT32_MAX) {
        return false;
    }
    *amount = (int32_t)operand->imm.value.s;
    return true;
}

static void
form_arithmetic(ZydisMnemonic mnemonic, const ZydisDecodedOperand *operands,
                struct instruction *out)
{
    bool adds =
        mnemonic == ZYDIS_MNEMONIC_ADD || mnemonic == ZYDIS_MNEMONIC_INC;
    bool single =
        mnemonic == ZYDIS_MNEMONIC_INC || mnemonic == ZYDIS_MNEMONIC_DEC;
    bool to_memory = operands[0].type == ZYDIS_OPERAND_TYPE_MEMORY;
    int32_t amount = 1;

    if (single || small_amount(&operands[1], &amount)) {
        out->amount = adds ? amount : -amount;
        if (to_memory) {
            out->form = FORM_ADD_IMMEDIATE;
        }
        else if (operands[0].type == ZYDIS_OPERAND_TYPE_REGISTER) {
            out->form = FORM_ADJUST;
            out->register_ = register_number(operands[0].reg.value);
            out->source = out->register_;
        }
    }
    else if (to_memory && operands[1].type == ZYDIS_OPERAND_TYPE_REGISTER) {
        out->form = adds ? FORM_ADD_REGISTER : FORM_SUB_REGISTER;
        out->register_ = register_number(operands[1].reg.value);
    }
    else if (operands[0].type == ZYDIS_OPERAND_TYPE_REGISTER) {
        out->form = FORM_COMBINE;
        out->register_ = register_number(operands[0].reg.value);
        out->source = operands[1].type == ZYDIS_OPERAND_TYPE_REGISTER
                          ? register_number(operands[1].reg.value)
                          : REGISTER_NONE;
    }
}

static void
form_move(const ZydisDecodedOperand *operands, struct instruction *out)
{
    const ZydisDecodedOperand *to = &operands[0], *from = &operands[1];

    if (to->type == ZYDIS_OPERAND_TYPE_MEMORY) {
        if (from->type == ZYDIS_OPERAND_TYPE_REGISTER) {
            out->form = FORM_STORE_REGISTER;
            out->register_ = register_number(from->reg.value);
        }
        else if (small_amount(from, &out->amount)) {
            out->form = FORM_STORE_IMMEDIATE;
        }
    }
    else if (to->type == ZYDIS_OPERAND_TYPE_REGISTER) {
        out->register_ = register_number(to->reg.value);
        if (from->type == ZYDIS_OPERAND_TYPE_MEMORY) {
            out->form = FORM_LOAD;
        }
        else if (from->type == ZYDIS_OPERAND_TYPE_REGISTER) {
            out->form = FORM_MOVE;
            out->source = register_number(from->reg.value);
        }
        else if (small_amount(from, &out->amount)) {
            out->form = FORM_CONSTANT;
        }
    }
}

/* A word beside a pointer's own, in bits that are zero in each pointer. */
static void
form_mask(const ZydisDecodedOperand *operands, struct instruction *out)
{
    int32_t mask;

    if (operands[0].type == ZYDIS_OPERAND_TYPE_REGISTER &&
        operands[0].size == 64 && small_amount(&operands[1], &mask) &&
        mask < 0 && mask >= -OBJECT_ALIGNMENT) {
        out->form = FORM_ALIGN;
        out->amount = -mask;
        out->register_ = register_number(operands[0].reg.value);
    }
}

/* Whole, or its lowest byte. */
static bool
is_low(const ZydisDecodedOperand *operand)
{
    return operand->type == ZYDIS_OPERAND_TYPE_REGISTER &&
           operand->size != 16 &&
           (operand->reg.value < ZYDIS_REGISTER_AH ||
            operand->reg.value > ZYDIS_REGISTER_BH);
}

static void
form_asked(const ZydisDecodedOperand *of, uint32_t bits,
           struct instruction *out)
{
    out->asked = register_number(of->reg.value);
    out->asked_byte = of->size == 8;
    out->asked_bits = bits;
}

/* A comparison with zero asks what a test does. */
static void
form_compare(const ZydisDecodedOperand *operands, struct instruction *out)
{
    const ZydisDecodedOperand *of = &operands[0];

    if (!small_amount(&operands[1], &out->amount)) {
        return;
    }
    if (of->type == ZYDIS_OPERAND_TYPE_REGISTER) {
        out->form = FORM_COMPARE;
        out->register_ = register_number(of->reg.value);
        if (out->amount == 0 && is_low(of)) {
            form_asked(of, 0, out);
        }
    }
    else if (of->type == ZYDIS_OPERAND_TYPE_MEMORY && out->amount == 0) {
        out->form = FORM_TEST;
    }
}

/* Is it a register by itself, or some of its lower bits? */
static void
form_question(const ZydisDecodedOperand *operands, struct instruction *out)
{
    const ZydisDecodedOperand *of = &operands[0], *with = &operands[1];
    bool constant = with->type == ZYDIS_OPERAND_TYPE_IMMEDIATE;
    uint32_t bits = constant ? (uint32_t)with->imm.value.u : 0;

    if (!is_low(of)) {
        return;
    }
    bits &= of->size == 8 ? UINT8_MAX : UINT32_MAX;
    if (constant ? bits == 0 || (of->size == 64 && with->imm.value.s < 0)
                 : with->reg.value != of->reg.value) {
        return;
    }
    form_asked(of, bits, out);
}

void
form_fill(const ZydisDecodedInstruction *zydis,
          const ZydisDecodedOperand *operands, struct instruction *out)
{
    out->register_ = REGISTER_NONE;
    out->source = REGISTER_NONE;
    out->asked = REGISTER_NONE;
    out->pushed = REGISTER_NONE;
    out->width = zydis->operand_width / 8;
    if (zydis->attributes & ZYDIS_ATTRIB_HAS_LOCK) {
        return;
    }
    switch (zydis->mnemonic) {
    case ZYDIS_MNEMONIC_ADD:
    case ZYDIS_MNEMONIC_SUB:
    case ZYDIS_MNEMONIC_INC:
    case ZYDIS_MNEMONIC_DEC:
        form_arithmetic(zydis->mnemonic, operands, out);
        break;
    case ZYDIS_MNEMONIC_MOV:
        form_move(operands, out);
        break;
    case ZYDIS_MNEMONIC_AND:
        form_mask(operands, out);
        break;
    case ZYDIS_MNEMONIC_XOR:
        if (operands[0].type == ZYDIS_OPERAND_TYPE_REGISTER &&
            operands[1].type == ZYDIS_OPERAND_TYPE_REGISTER &&
            operands[0].reg.value == operands[1].reg.value &&
            operands[0].size >= 32) {
            out->form = FORM_CONSTANT; /* zero */
            out->register_ = register_number(operands[0].reg.value);
            out->writes |= register_bit(out->register_);
            out->reads &= ~register_bit(out->register_);
        }
        break;
    case ZYDIS_MNEMONIC_LEA:
        out->form = FORM_LEA;
        out->register_ = register_number(operands[0].reg.value);
        if (out->memory.index == REGISTER_NONE &&
            out->memory.base < REGISTER_COUNT) {
            out->form = FORM_ADJUST;
            out->source = out->memory.base;
            out->amount = out->memory.displacement;
        }
        else if (out->memory.base < REGISTER_COUNT && out->memory.scale <= 1) {
            out->form = FORM_COMBINE;
            out->source = out->memory.base;
        }
        break;
    case ZYDIS_MNEMONIC_CMP:
        form_compare(operands, out);
        break;
    case ZYDIS_MNEMONIC_TEST:
        form_question(operands, out);
        break;
    case ZYDIS_MNEMONIC_PUSH:
        if (operands[0].type == ZYDIS_OPERAND_TYPE_REGISTER) {
            out->pushed = register_number(operands[0].reg.value);
        }
        out->lowers = out->width;
        break;
    case ZYDIS_MNEMONIC_POP:
        out->lowers = -(int32_t)out->width;
        break;
    case ZYDIS_MNEMONIC_NOP:
        out->form = FORM_NOP;
        break;
    default:
        if (zydis->meta.category == ZYDIS_CATEGORY_CMOV) {
            form_move(operands, out);
            out->form = FORM_SELECT;
        }
        break;
    }
    if (out->form == FORM_ADJUST && out->register_ == REGISTER_RSP &&
        out->source == REGISTER_RSP) {
        out->lowers = -out->amount;
    }
}
