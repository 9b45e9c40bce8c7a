/*
 * emit - the instructions that stubs are made of.
 *
 * Each appends to a blob. Registers have the numbers of decode.h.
 */
#ifndef REFTALLY_ARCH_X86_64_EMIT_H
#define REFTALLY_ARCH_X86_64_EMIT_H

#include "arch/blob.h"
#include "arch/filter.h"
#include "arch/function.h"

/* Constant bytes. */
#define EMIT(blob, ...)                                      \
    do {                                                     \
        static const uint8_t emit_bytes[] = { __VA_ARGS__ }; \
        blob_add(blob, emit_bytes, sizeof emit_bytes);       \
    } while (0)

void emit_push(struct blob *blob, uint8_t number);
void emit_pop(struct blob *blob, uint8_t number);

/* REX.W prefix for register field `reg` and an r/m that is a register. */
uint8_t emit_rex(uint8_t reg, uint8_t rm);

/* reg = address of the memory operand */
void emit_address(struct blob *blob, uint8_t reg,
                  const struct instruction *site);

/* reg = the word `extra` bytes behind the address of the memory operand */
void emit_load(struct blob *blob, uint8_t reg, const struct instruction *site,
               int32_t extra);

/* The shadow byte of the address in reg; reg is lost. Sets ZF when clear. */
void emit_filter(struct blob *blob, uint8_t reg, uint8_t mask,
                 enum stub_filter filter);

/* test %reg,%reg */
void emit_test(struct blob *blob, uint8_t reg, bool wide);

/* Steps over the red zone, or back. Flags stay. */
void emit_red_zone(struct blob *blob, bool enter);

/* Returns the offset of the 32-bit field, to be filled by emit_landing. */
uint32_t emit_jump_forward(struct blob *blob, uint8_t condition);

/* The jump at `field` leads to what comes next in the cold blob. */
void emit_landing(struct blob *blob, uint32_t field);

/* From the cold blob to an offset of the hot one. */
void emit_jump_back(struct blob *cold, uint32_t to);
void emit_call(struct blob *cold, uint32_t thunk);

/*
 * Copies an instruction; fields relative to its place are corrected. False: it
 * cannot be moved.
 */
bool emit_moved(struct blob *blob, const struct function *function,
                const struct instruction *instruction);

/* The conditional branch goes on where it led, and leads where it went on. */
void emit_inverted(struct blob *blob, const struct instruction *branch);

/* A jump into the image. */
void emit_jump_out(struct blob *blob, uint64_t target);

#endif
