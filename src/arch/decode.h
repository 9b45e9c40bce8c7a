/*
 * decode - one x86-64 instruction, reduced to what patching needs to know.
 *
 * Zydis decodes; everything else in arch/ works on this structure. Registers
 * are numbered as in the encoding (rax 0, rcx 1, rdx 2, rbx 3, rsp 4 ... r15).
 */
#ifndef REFTALLY_ARCH_DECODE_H
#define REFTALLY_ARCH_DECODE_H

#include <stddef.h>

#include "arch/instruction.h"

/* Decodes the instruction at bytes. False: not an instruction. */
bool decode_instruction(const uint8_t *bytes, size_t size, uint64_t address,
                        struct instruction *out);

/* Whether it goes on with the next instruction, always or sometimes. Calls are
 * not among them: they come back. */
bool decode_goes_on(const struct instruction *instruction);

/* Whether the operand may lie in an object, wherever objects lie. */
bool decode_may_be_object(const struct instruction *instruction);

/*
 * ... and be its count: the first word of an object is aligned, and so is what
 * registers point to near it.
 */
bool decode_may_be_count(const struct instruction *instruction);

/* ... at the address that a register holds, without displacement. */
bool decode_is_plain(const struct instruction *instruction);

/* Whether both operands in memory are written alike: the same word, as long as
 * no register of theirs changes between the two. */
bool decode_same_memory(const struct instruction *a,
                        const struct instruction *b);

/* Whether the operand's address is fixed, and which one it is then. */
bool decode_is_fixed(const struct instruction *instruction);
uint64_t decode_fixed_address(const struct instruction *instruction);

#endif
