/*
 * handing_tested - what the flags tell of the pointer, or of its count, behind an
 * instruction.
 */
#ifndef REFTALLY_ARCH_X86_64_HANDING_TESTED_H
#define REFTALLY_ARCH_X86_64_HANDING_TESTED_H

#include "arch/x86_64/handing_state.h"

/* The instruction, of which these are the bytes, was made already. */
void handing_tested_step(struct handing_scene *scene,
                         const struct instruction *instruction,
                         const uint8_t *bytes, struct handing_path *path);

#endif
