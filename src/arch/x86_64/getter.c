#include "arch/getter.h"

#include <Zydis/Zydis.h>

enum { INSTRUCTIONS_MAX = 12 };

/* What a register holds so far. */
struct value {
    enum {
        VALUE_UNKNOWN,
        VALUE_THREAD_POINTER, /* itself, plus `more` */
        VALUE_SLOT_OFFSET,    /* the word at `address` */
        VALUE_SLOT_ADDRESS,   /* thread pointer plus the word at `address` */
        VALUE_ADDRESS,        /* `address` itself */
        VALUE_FROM_INDEX,     /* __tls_get_addr(address) */
        VALUE_VARIABLE,       /* what is to be returned */
    } kind;
    uint64_t address;
    int64_t more;
};

struct reading {
    struct value rax, rdi;
    struct thread_variable *out;
};

static bool
found(struct reading *reading, enum variable_kind kind, uint64_t value,
      int64_t more)
{
    *reading->out =
        (struct thread_variable){ .kind = kind, .value = value, .more = more };
    reading->rax = (struct value){ .kind = VALUE_VARIABLE };
    return true;
}

/* rax = memory through fs */
static bool
load_from_thread(struct reading *reading, const ZydisDecodedOperand *memory)
{
    const struct value *rax = &reading->rax;
    int64_t displacement = memory->mem.disp.value;

    if (memory->mem.base == ZYDIS_REGISTER_NONE) {
        if (displacement == 0) {
            reading->rax = (struct value){ .kind = VALUE_THREAD_POINTER };
            return true;
        }
        return found(reading, VARIABLE_OFFSET, (uint64_t)displacement, 0);
    }
    return memory->mem.base == ZYDIS_REGISTER_RAX &&
           rax->kind == VALUE_SLOT_OFFSET &&
           found(reading, VARIABLE_SLOT, rax->address, displacement);
}

/* rax = memory */
static bool
load(struct reading *reading, const ZydisDecodedOperand *memory, uint64_t next)
{
    struct value *rax = &reading->rax;
    int64_t displacement = memory->mem.disp.value;

    if (memory->mem.index != ZYDIS_REGISTER_NONE) {
        return false;
    }
    if (memory->mem.segment == ZYDIS_REGISTER_FS) {
        return load_from_thread(reading, memory);
    }
    if (memory->mem.base == ZYDIS_REGISTER_RIP) {
        *rax = (struct value){ .kind = VALUE_SLOT_OFFSET,
                               .address = next + (uint64_t)displacement };
        return true;
    }
    if (memory->mem.base != ZYDIS_REGISTER_RAX) {
        return false;
    }
    switch (rax->kind) {
    case VALUE_THREAD_POINTER:
        return found(reading, VARIABLE_OFFSET,
                     (uint64_t)(rax->more + displacement), 0);
    case VALUE_SLOT_ADDRESS:
        return found(reading, VARIABLE_SLOT, rax->address,
                     rax->more + displacement);
    case VALUE_FROM_INDEX:
        return found(reading, VARIABLE_INDEX, rax->address,
                     rax->more + displacement);
    default:
        return false;
    }
}

static bool
add(struct value *rax, const ZydisDecodedOperand *operand, uint64_t next)
{
    if (operand->type == ZYDIS_OPERAND_TYPE_IMMEDIATE) {
        rax->more += operand->imm.value.s;
        return rax->kind == VALUE_THREAD_POINTER ||
               rax->kind == VALUE_FROM_INDEX;
    }
    if (operand->type == ZYDIS_OPERAND_TYPE_MEMORY &&
        operand->mem.base == ZYDIS_REGISTER_RIP &&
        rax->kind == VALUE_THREAD_POINTER) {
        *rax = (struct value){
            .kind = VALUE_SLOT_ADDRESS,
            .address = next + (uint64_t)operand->mem.disp.value,
            .more = rax->more,
        };
        return true;
    }
    return false;
}

static bool
is_register(const ZydisDecodedOperand *operand, ZydisRegister name)
{
    return operand->type == ZYDIS_OPERAND_TYPE_REGISTER &&
           operand->reg.value == name;
}

/* lea of an address in the image into rdi, or within the block into rax */
static bool
lea(struct reading *reading, const ZydisDecodedOperand *operands, uint64_t next)
{
    const ZydisDecodedOperand *memory = &operands[1];
    struct value *rax = &reading->rax;

    if (is_register(&operands[0], ZYDIS_REGISTER_RDI) &&
        memory->mem.base == ZYDIS_REGISTER_RIP) {
        reading->rdi = (struct value){
            .kind = VALUE_ADDRESS,
            .address = next + (uint64_t)memory->mem.disp.value,
        };
        return true;
    }
    rax->more += memory->mem.disp.value;
    return is_register(&operands[0], ZYDIS_REGISTER_RAX) &&
           memory->mem.base == ZYDIS_REGISTER_RAX &&
           memory->mem.index == ZYDIS_REGISTER_NONE &&
           rax->kind == VALUE_FROM_INDEX;
}

static bool
step(struct reading *reading, const ZydisDecodedInstruction *instruction,
     const ZydisDecodedOperand *operands, uint64_t next)
{
    switch (instruction->mnemonic) {
    case ZYDIS_MNEMONIC_ENDBR64:
    case ZYDIS_MNEMONIC_NOP:
    case ZYDIS_MNEMONIC_PUSH:
    case ZYDIS_MNEMONIC_POP:
    case ZYDIS_MNEMONIC_LEAVE:
        return true;
    case ZYDIS_MNEMONIC_SUB:
        return is_register(&operands[0], ZYDIS_REGISTER_RSP);
    case ZYDIS_MNEMONIC_ADD:
        return is_register(&operands[0], ZYDIS_REGISTER_RSP) ||
               (is_register(&operands[0], ZYDIS_REGISTER_RAX) &&
                add(&reading->rax, &operands[1], next));
    case ZYDIS_MNEMONIC_LEA:
        return lea(reading, operands, next);
    case ZYDIS_MNEMONIC_CALL:
        reading->rax = (struct value){ .kind = VALUE_FROM_INDEX,
                                       .address = reading->rdi.address };
        return reading->rdi.kind == VALUE_ADDRESS;
    case ZYDIS_MNEMONIC_MOV:
        if (is_register(&operands[0], ZYDIS_REGISTER_RBP)) {
            return true;
        }
        return is_register(&operands[0], ZYDIS_REGISTER_RAX) &&
               operands[1].type == ZYDIS_OPERAND_TYPE_MEMORY &&
               load(reading, &operands[1], next);
    default:
        return false;
    }
}

bool
getter_variable(const uint8_t *bytes, size_t size, uint64_t address,
                struct thread_variable *out)
{
    ZydisDecoder decoder;
    ZydisDecodedInstruction instruction;
    ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];
    struct reading reading = { .out = out };
    size_t at = 0;

    if (!ZYAN_SUCCESS(ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LONG_64,
                                       ZYDIS_STACK_WIDTH_64))) {
        return false;
    }
    for (unsigned i = 0; i < INSTRUCTIONS_MAX; i++) {
        if (at >= size ||
            !ZYAN_SUCCESS(ZydisDecoderDecodeFull(
                &decoder, bytes + at, size - at, &instruction, operands))) {
            return false;
        }
        at += instruction.length;
        if (instruction.mnemonic == ZYDIS_MNEMONIC_RET) {
            return reading.rax.kind == VALUE_VARIABLE;
        }
        if (!step(&reading, &instruction, operands, address + at)) {
            return false;
        }
    }
    return false;
}
