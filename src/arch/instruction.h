/*
 * instruction - what is known of one instruction once it is decoded.
 */
#ifndef REFTALLY_ARCH_INSTRUCTION_H
#define REFTALLY_ARCH_INSTRUCTION_H

#include <stdbool.h>
#include <stdint.h>

#include "arch/cpu.h"

/* Resources whose liveness matters: bits 0 to 15 registers, above: flags. */
enum {
    RESOURCE_REGISTERS = 0xffff,
    RESOURCE_FLAGS_SHIFT = 16,
    RESOURCE_CARRY = 1 << 16,
    RESOURCE_FLAGS = 0x3f << 16,     /* CF PF AF ZF SF OF */
    RESOURCE_OF_RESULT = 0x1a << 16, /* PF ZF SF: what a result alone tells */
};

enum instruction_flow {
    FLOW_NEXT,   /* goes on with the next instruction */
    FLOW_BRANCH, /* conditional, direct */
    FLOW_JUMP,   /* unconditional, direct */
    FLOW_JUMP_INDIRECT,
    FLOW_CALL,
    FLOW_CALL_INDIRECT,
    FLOW_RETURN,
    FLOW_STOP, /* ud2, hlt, int3: does not go on */
};

/* What the recognition of reference counts looks at. */
enum form {
    FORM_OTHER,
    FORM_ADD_IMMEDIATE, /* memory += amount (add sub inc dec) */
    FORM_ADD_REGISTER,  /* memory += register */
    FORM_SUB_REGISTER,  /* memory -= register */
    FORM_STORE_IMMEDIATE,
    FORM_STORE_REGISTER,
    FORM_LOAD,     /* register = memory */
    FORM_MOVE,     /* register = register */
    FORM_SELECT,   /* register = register, or stays (cmov) */
    FORM_ADJUST,   /* register += amount (add sub inc dec lea) */
    FORM_COMBINE,  /* register += or -= register or memory; or their sum */
    FORM_CONSTANT, /* register = amount */
    FORM_ALIGN,    /* register &= -amount, which is up to that of an object */
    FORM_LEA,
    FORM_TEST,    /* is memory 0, or negative? */
    FORM_COMPARE, /* register with amount */
    FORM_NOP,
};

struct memory_operand {
    uint8_t base; /* register, REGISTER_NONE, _PC or _OTHER */
    uint8_t index;
    uint8_t scale;
    int32_t displacement; /* encoded; relative to the PC: see target */
};

struct instruction {
    uint64_t address;
    uint64_t target;  /* of a direct branch or a PC-relative operand */
    uint64_t names;   /* what may be an address: a constant, or what a
                         PC-relative lea computes; 0: none */
    uint32_t reads;   /* resources */
    uint32_t writes;  /* resources wholly overwritten, always */
    uint32_t touches; /* registers written in any way */
    struct memory_operand memory;
    int32_t amount;
    uint8_t length;
    uint8_t flow;      /* enum instruction_flow */
    uint8_t form;      /* enum form */
    uint8_t width;     /* of the memory operand or register, bytes */
    uint8_t register_; /* the register operand of a form */
    uint8_t source;    /* FORM_MOVE, FORM_ADJUST: register it derives from */
    uint8_t asked; /* register whose value alone, or bits of it, the flags tell
                      behind a test; REGISTER_NONE: it is no such test */
    bool asked_byte;     /* ... its lowest byte */
    uint32_t asked_bits; /* ... and of it these bits; 0: all */
    uint8_t pushed;      /* register that is put on the stack */
    int32_t lowers;    /* by so many bytes it lowers the stack pointer: a push,
                            a pop, a sum; 0: by none, or it is set otherwise */
    uint8_t condition; /* of FLOW_BRANCH, as the processor numbers them; that
                          number with its lowest bit changed is the contrary */
    uint8_t displacement_offset;         /* PC-relative field; 0: none */
    uint8_t branch_offset, branch_bytes; /* relative field of a branch */
    bool has_memory;
    bool keeps_flags; /* writes none of them, ever */
    bool movable; /* may be executed at another address after fixing fields */
};

#endif
