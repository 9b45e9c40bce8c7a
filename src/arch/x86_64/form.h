/*
 * form - of decode: which of the forms that reference counts take an
 * instruction has, and what its registers are called.
 */
#ifndef REFTALLY_ARCH_X86_64_FORM_H
#define REFTALLY_ARCH_X86_64_FORM_H

#include <Zydis/Zydis.h>

#include "arch/instruction.h"

/* REGISTER_NONE, _RIP or _OTHER for what is no general register. */
uint8_t register_number(ZydisRegister name);

/* The resource; 0 for what is no general register. */
uint32_t register_bit(uint8_t number);

/* Fills in form, amount, width and registers; memory is there already. */
void form_fill(const ZydisDecodedInstruction *zydis,
               const ZydisDecodedOperand *operands, struct instruction *out);

#endif
