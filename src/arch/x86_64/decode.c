#include "arch/decode.h"

#include "arch/x86_64/form.h"

enum { COUNT_ALIGNMENT = 8 };

/* Operand decoding needs no state; one decoder serves all callers. */
static bool
decoder_ready(ZydisDecoder *decoder)
{
    return ZYAN_SUCCESS(ZydisDecoderInit(decoder, ZYDIS_MACHINE_MODE_LONG_64,
                                         ZYDIS_STACK_WIDTH_64));
}

static uint32_t
flag_resources(ZyanU32 flags)
{
    static const struct {
        ZyanU32 flag;
        uint32_t bit;
    } map[] = {
        { ZYDIS_CPUFLAG_CF, 1u << 16 }, { ZYDIS_CPUFLAG_PF, 1u << 17 },
        { ZYDIS_CPUFLAG_AF, 1u << 18 }, { ZYDIS_CPUFLAG_ZF, 1u << 19 },
        { ZYDIS_CPUFLAG_SF, 1u << 20 }, { ZYDIS_CPUFLAG_OF, 1u << 21 },
    };
    uint32_t resources = 0;

    for (size_t i = 0; i < sizeof map / sizeof *map; i++) {
        if (flags & map[i].flag) {
            resources |= map[i].bit;
        }
    }
    return resources;
}

static void
flow_of(const ZydisDecodedInstruction *zydis, struct instruction *out)
{
    bool direct = zydis->raw.imm[0].is_relative != 0;

    out->flow = FLOW_NEXT;
    switch (zydis->meta.category) {
    case ZYDIS_CATEGORY_COND_BR:
        out->flow = FLOW_BRANCH;
        out->condition = zydis->opcode & 0x0f;
        break;
    case ZYDIS_CATEGORY_UNCOND_BR:
        out->flow = direct ? FLOW_JUMP : FLOW_JUMP_INDIRECT;
        break;
    case ZYDIS_CATEGORY_CALL:
        out->flow = direct ? FLOW_CALL : FLOW_CALL_INDIRECT;
        break;
    case ZYDIS_CATEGORY_RET:
        out->flow = FLOW_RETURN;
        break;
    default:
        switch (zydis->mnemonic) {
        case ZYDIS_MNEMONIC_UD0:
        case ZYDIS_MNEMONIC_UD1:
        case ZYDIS_MNEMONIC_UD2:
        case ZYDIS_MNEMONIC_HLT:
        case ZYDIS_MNEMONIC_INT3:
            out->flow = FLOW_STOP;
            break;
        default:
            break;
        }
        break;
    }
    if (direct) {
        out->branch_offset = zydis->raw.imm[0].offset;
        out->branch_bytes = zydis->raw.imm[0].size / 8;
        out->target =
            out->address + zydis->length + (uint64_t)zydis->raw.imm[0].value.s;
    }
}

static uint64_t
named_by(const ZydisDecodedInstruction *zydis, uint64_t address)
{
    if (zydis->mnemonic == ZYDIS_MNEMONIC_LEA && zydis->raw.modrm.mod == 0 &&
        zydis->raw.modrm.rm == 5) {
        return address + zydis->length + (uint64_t)zydis->raw.disp.value;
    }
    return zydis->mnemonic == ZYDIS_MNEMONIC_MOV && zydis->raw.imm[0].size &&
                   !zydis->raw.imm[0].is_relative
               ? zydis->raw.imm[0].value.u
               : 0;
}

static void
note_registers(const ZydisDecodedOperand *operand, struct instruction *out)
{
    uint32_t bit;

    if (operand->type == ZYDIS_OPERAND_TYPE_MEMORY) {
        out->reads |= register_bit(register_number(operand->mem.base)) |
                      register_bit(register_number(operand->mem.index));
        return;
    }
    if (operand->type != ZYDIS_OPERAND_TYPE_REGISTER) {
        return;
    }
    bit = register_bit(register_number(operand->reg.value));
    if (operand->actions & ZYDIS_OPERAND_ACTION_MASK_READ) {
        out->reads |= bit;
    }
    if (operand->actions & ZYDIS_OPERAND_ACTION_MASK_WRITE) {
        out->touches |= bit;
        /* A 32-bit write clears the upper half; narrower ones keep it. */
        if ((operand->actions & ZYDIS_OPERAND_ACTION_WRITE) &&
            operand->size >= 32) {
            out->writes |= bit;
        }
        else {
            out->reads |= bit;
        }
    }
}

static void
note_memory(const ZydisDecodedOperand *operand,
            const ZydisDecodedInstruction *zydis, struct instruction *out)
{
    out->has_memory = true;
    out->memory.base = register_number(operand->mem.base);
    out->memory.index = register_number(operand->mem.index);
    out->memory.scale = operand->mem.scale;
    out->memory.displacement = (int32_t)operand->mem.disp.value;
    if (operand->mem.segment == ZYDIS_REGISTER_FS ||
        operand->mem.segment == ZYDIS_REGISTER_GS) {
        out->memory.base = REGISTER_OTHER;
    }
    if (operand->mem.base == ZYDIS_REGISTER_RIP) {
        out->displacement_offset = zydis->raw.disp.offset;
        out->target =
            out->address + zydis->length + (uint64_t)operand->mem.disp.value;
    }
}

bool
decode_instruction(const uint8_t *bytes, size_t size, uint64_t address,
                   struct instruction *out)
{
    ZydisDecoder decoder;
    ZydisDecodedInstruction zydis;
    ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];
    ZyanU32 written = 0;

    *out = (struct instruction){
        .address = address,
        .memory = { .base = REGISTER_NONE, .index = REGISTER_NONE },
    };
    if (!decoder_ready(&decoder) ||
        !ZYAN_SUCCESS(
            ZydisDecoderDecodeFull(&decoder, bytes, size, &zydis, operands))) {
        return false;
    }
    out->length = zydis.length;
    out->names = named_by(&zydis, address);
    flow_of(&zydis, out);
    for (unsigned i = 0; i < zydis.operand_count; i++) {
        note_registers(&operands[i], out);
        if (operands[i].type == ZYDIS_OPERAND_TYPE_MEMORY &&
            i < zydis.operand_count_visible) {
            note_memory(&operands[i], &zydis, out);
        }
    }
    /* A conditional or partial write leaves something of the old value. */
    if (zydis.cpu_flags != NULL) {
        written = zydis.cpu_flags->modified | zydis.cpu_flags->set_0 |
                  zydis.cpu_flags->set_1 | zydis.cpu_flags->undefined;
        out->reads |= flag_resources(zydis.cpu_flags->tested);
        out->writes |= flag_resources(written);
        /* Shifts by a variable count and repeated string instructions may
         * leave the flags as they were. */
        if (zydis.meta.category == ZYDIS_CATEGORY_SHIFT ||
            zydis.meta.category == ZYDIS_CATEGORY_ROTATE ||
            zydis.meta.category == ZYDIS_CATEGORY_STRINGOP) {
            out->writes &= ~(uint32_t)RESOURCE_FLAGS;
        }
    }
    if (zydis.meta.category == ZYDIS_CATEGORY_SYSCALL ||
        zydis.meta.category == ZYDIS_CATEGORY_INTERRUPT) {
        out->reads |= 0xffff; /* arguments are in no operand */
    }
    out->keeps_flags = flag_resources(written) == 0;
    out->writes &= ~(out->reads & 0xffff);
    form_fill(&zydis, operands, out);
    /* loop and jrcxz have no long form; far and 16-bit branches are alien. */
    out->movable =
        out->flow != FLOW_CALL && out->flow != FLOW_CALL_INDIRECT &&
        out->flow != FLOW_STOP &&
        !(out->flow == FLOW_BRANCH &&
          !((bytes[0] & 0xf0) == 0x70 ||
            (bytes[0] == 0x0f && (bytes[1] & 0xf0) == 0x80))) &&
        !(out->flow == FLOW_JUMP && bytes[0] != 0xeb && bytes[0] != 0xe9) &&
        zydis.mnemonic != ZYDIS_MNEMONIC_ENDBR64 &&
        zydis.mnemonic != ZYDIS_MNEMONIC_XBEGIN &&
        zydis.mnemonic != ZYDIS_MNEMONIC_SYSCALL &&
        !(out->has_memory && out->displacement_offset == 0 &&
          out->memory.base == REGISTER_RIP);
    return true;
}

bool
decode_goes_on(const struct instruction *instruction)
{
    return instruction->flow == FLOW_NEXT || instruction->flow == FLOW_BRANCH;
}

bool
decode_same_memory(const struct instruction *a, const struct instruction *b)
{
    return a->memory.base == b->memory.base &&
           a->memory.index == b->memory.index &&
           (a->memory.index == REGISTER_NONE ||
            a->memory.scale == b->memory.scale) &&
           (a->memory.base == REGISTER_RIP
                ? a->target == b->target
                : a->memory.displacement == b->memory.displacement);
}

bool
decode_is_plain(const struct instruction *instruction)
{
    const struct memory_operand *memory = &instruction->memory;

    return instruction->has_memory && memory->base < REGISTER_COUNT &&
           memory->base != REGISTER_RSP && memory->index == REGISTER_NONE &&
           memory->displacement == 0;
}

bool
decode_is_fixed(const struct instruction *instruction)
{
    const struct memory_operand *memory = &instruction->memory;

    return instruction->has_memory &&
           (memory->base == REGISTER_RIP ||
            (memory->base == REGISTER_NONE && memory->index == REGISTER_NONE));
}

uint64_t
decode_fixed_address(const struct instruction *instruction)
{
    return instruction->memory.base == REGISTER_RIP
               ? instruction->target
               : (uint64_t)(int64_t)instruction->memory.displacement;
}

bool
decode_may_be_object(const struct instruction *instruction)
{
    const struct memory_operand *memory = &instruction->memory;

    return instruction->has_memory && memory->base != REGISTER_OTHER &&
           memory->base != REGISTER_RSP &&
           (memory->index == REGISTER_NONE || memory->index < REGISTER_COUNT);
}

bool
decode_may_be_count(const struct instruction *instruction)
{
    const struct memory_operand *memory = &instruction->memory;

    if (!decode_may_be_object(instruction)) {
        return false;
    }
    return decode_is_fixed(instruction)
               ? decode_fixed_address(instruction) % COUNT_ALIGNMENT == 0
               : memory->index != REGISTER_NONE ||
                     memory->displacement % COUNT_ALIGNMENT == 0;
}
