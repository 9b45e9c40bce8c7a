#include "arch/x86_64/vector.h"

#include "arch/x86_64/form.h"

/* What of a vector an instruction moves. */
enum part { PART_LOW, PART_HIGH, PART_BOTH };

/* VECTOR_COUNT for what is none of the vectors that are followed. */
static uint8_t
vector_number(const ZydisDecodedOperand *operand)
{
    ZydisRegister whole;

    if (operand->type != ZYDIS_OPERAND_TYPE_REGISTER) {
        return VECTOR_COUNT;
    }
    whole = ZydisRegisterGetLargestEnclosing(ZYDIS_MACHINE_MODE_LONG_64,
                                             operand->reg.value);
    return whole >= ZYDIS_REGISTER_ZMM0 && whole <= ZYDIS_REGISTER_ZMM15
               ? (uint8_t)(whole - ZYDIS_REGISTER_ZMM0)
               : VECTOR_COUNT;
}

static uint8_t
word_of(uint8_t number, bool high)
{
    return (uint8_t)(VECTOR_OF + VECTOR_WORDS * number + high);
}

static bool
is_memory(const ZydisDecodedOperand *operand)
{
    return operand->type == ZYDIS_OPERAND_TYPE_MEMORY;
}

/* A word that an operand has, or that stands behind it. */
static uint8_t
source_word(const ZydisDecodedOperand *operand, bool high,
            struct vector_move *move)
{
    uint8_t number = vector_number(operand);

    if (is_memory(operand)) {
        return high ? VECTOR_BEYOND : VECTOR_MEMORY;
    }
    if (number < VECTOR_COUNT) {
        return word_of(number, high);
    }
    move->general = register_number(operand->reg.value);
    return high ? VECTOR_NOTHING : VECTOR_GENERAL;
}

/* operand 0 = operand 1: movq, movaps, movups ... */
static void
move_words(const ZydisDecodedOperand *operands, enum part part,
           struct vector_move *move)
{
    uint8_t to = vector_number(&operands[0]);
    uint8_t from = vector_number(&operands[1]);

    if (to < VECTOR_COUNT) {
        move->kind = VECTOR_SET;
        move->number = to;
        move->words[0] = source_word(&operands[1], false, move);
        move->words[1] = part == PART_BOTH
                             ? source_word(&operands[1], true, move)
                             : VECTOR_NOTHING;
    }
    else if (from < VECTOR_COUNT) {
        move->kind = is_memory(&operands[0]) ? VECTOR_STORE : VECTOR_GET;
        move->general = is_memory(&operands[0])
                            ? 0
                            : register_number(operands[0].reg.value);
        move->words[0] = word_of(from, false);
        move->words[1] =
            part == PART_BOTH ? word_of(from, true) : VECTOR_NOTHING;
    }
}

/*
 * The words of operand 0 become the low one of the one before the last, or of
 * itself, and the low one of the last: punpcklqdq, movlhps, pinsrq, movhps.
 */
static void
pair_words(const ZydisDecodedOperand *operands, unsigned count,
           struct vector_move *move)
{
    uint8_t to = vector_number(&operands[0]);
    uint8_t first = vector_number(&operands[count - 2]);

    if (to < VECTOR_COUNT && first < VECTOR_COUNT) {
        move->kind = VECTOR_SET;
        move->number = to;
        move->words[0] = word_of(first, false);
        move->words[1] = source_word(&operands[count - 1], false, move);
    }
}

/* Both words become one: movddup, vpbroadcastq. */
static void
repeat_word(const ZydisDecodedOperand *operands, struct vector_move *move)
{
    uint8_t to = vector_number(&operands[0]);

    if (to < VECTOR_COUNT) {
        move->kind = VECTOR_SET;
        move->number = to;
        move->words[0] = source_word(&operands[1], false, move);
        move->words[1] = move->words[0];
    }
}

/* pshufd: an order of halves of words, two bits each, from the first on. */
static void
order_words(const ZydisDecodedOperand *operands, struct vector_move *move)
{
    enum { LOW_WORD = 0x4, HIGH_WORD = 0xe, WORD_BITS = 4, WORD_MASK = 0xf };
    uint8_t to = vector_number(&operands[0]);
    uint8_t from = vector_number(&operands[1]);
    uint64_t order = operands[2].imm.value.u;

    if (to < VECTOR_COUNT && from < VECTOR_COUNT) {
        move->kind = VECTOR_SET;
        move->number = to;
        for (int i = 0; i < VECTOR_WORDS; i++, order >>= WORD_BITS) {
            uint64_t word = order & WORD_MASK;

            move->words[i] = word == LOW_WORD    ? word_of(from, false)
                             : word == HIGH_WORD ? word_of(from, true)
                                                 : (uint8_t)VECTOR_NOTHING;
        }
    }
}

/* movhps: the high word of a vector goes to memory. */
static void
store_high(const ZydisDecodedOperand *operands, struct vector_move *move)
{
    uint8_t from = vector_number(&operands[1]);

    if (is_memory(&operands[0]) && from < VECTOR_COUNT) {
        move->kind = VECTOR_STORE;
        move->words[0] = word_of(from, true);
    }
}

static void
fill(const ZydisDecodedInstruction *zydis, const ZydisDecodedOperand *operands,
     struct vector_move *move)
{
    unsigned count = zydis->operand_count_visible;

    switch (zydis->mnemonic) {
    case ZYDIS_MNEMONIC_MOVQ:
    case ZYDIS_MNEMONIC_VMOVQ:
        move_words(operands, PART_LOW, move);
        break;
    case ZYDIS_MNEMONIC_MOVAPS:
    case ZYDIS_MNEMONIC_MOVAPD:
    case ZYDIS_MNEMONIC_MOVUPS:
    case ZYDIS_MNEMONIC_MOVUPD:
    case ZYDIS_MNEMONIC_MOVDQA:
    case ZYDIS_MNEMONIC_MOVDQU:
    case ZYDIS_MNEMONIC_VMOVAPS:
    case ZYDIS_MNEMONIC_VMOVUPS:
    case ZYDIS_MNEMONIC_VMOVDQA:
    case ZYDIS_MNEMONIC_VMOVDQU:
        if (operands[0].size <= 128) { /* more would lose words */
            move_words(operands, PART_BOTH, move);
        }
        break;
    case ZYDIS_MNEMONIC_PUNPCKLQDQ:
    case ZYDIS_MNEMONIC_VPUNPCKLQDQ:
    case ZYDIS_MNEMONIC_UNPCKLPD:
    case ZYDIS_MNEMONIC_MOVLHPS:
        pair_words(operands, count, move);
        break;
    case ZYDIS_MNEMONIC_MOVDDUP:
    case ZYDIS_MNEMONIC_VMOVDDUP:
    case ZYDIS_MNEMONIC_VPBROADCASTQ:
        if (operands[0].size <= 128) {
            repeat_word(operands, move);
        }
        break;
    case ZYDIS_MNEMONIC_PSHUFD:
    case ZYDIS_MNEMONIC_VPSHUFD:
        if (operands[0].size <= 128) {
            order_words(operands, move);
        }
        break;
    case ZYDIS_MNEMONIC_PINSRQ:
    case ZYDIS_MNEMONIC_VPINSRQ:
        if (operands[count - 1].imm.value.u == 1) {
            pair_words(operands, count - 1, move);
        }
        break;
    case ZYDIS_MNEMONIC_MOVHPS:
    case ZYDIS_MNEMONIC_MOVHPD:
        if (is_memory(&operands[0])) {
            store_high(operands, move);
        }
        else {
            pair_words(operands, count, move);
        }
        break;
    case ZYDIS_MNEMONIC_MOVLPS:
    case ZYDIS_MNEMONIC_MOVLPD:
        if (is_memory(&operands[0])) {
            move_words(operands, PART_LOW, move);
        }
        break;
    case ZYDIS_MNEMONIC_PXOR:
    case ZYDIS_MNEMONIC_XORPS:
        if (vector_number(&operands[0]) == vector_number(&operands[1])) {
            move->kind = VECTOR_SET; /* to nothing */
            move->number = vector_number(&operands[0]);
        }
        break;
    default:
        break;
    }
}

bool
vector_decode(const uint8_t *bytes, size_t size, struct vector_move *move)
{
    ZydisDecoder decoder;
    ZydisDecodedInstruction zydis;
    ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];

    *move = (struct vector_move){ .words = { VECTOR_NOTHING, VECTOR_NOTHING } };
    if (!ZYAN_SUCCESS(ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LONG_64,
                                       ZYDIS_STACK_WIDTH_64)) ||
        !ZYAN_SUCCESS(
            ZydisDecoderDecodeFull(&decoder, bytes, size, &zydis, operands))) {
        return false;
    }
    for (unsigned i = 0; i < zydis.operand_count_visible; i++) {
        uint8_t number = vector_number(&operands[i]);
        uint16_t bit = number < VECTOR_COUNT ? (uint16_t)(1u << number) : 0;

        if (operands[i].actions & ZYDIS_OPERAND_ACTION_MASK_READ) {
            move->reads |= bit;
        }
        if (operands[i].actions & ZYDIS_OPERAND_ACTION_MASK_WRITE) {
            move->writes |= bit;
        }
    }
    if ((move->reads | move->writes) == 0) {
        return false;
    }
    fill(&zydis, operands, move);
    return true;
}
