/*
 * handing_vector - the pointer on its way through vector registers.
 */
#ifndef REFTALLY_ARCH_X86_64_HANDING_VECTOR_H
#define REFTALLY_ARCH_X86_64_HANDING_VECTOR_H

#include "arch/x86_64/handing_state.h"

/* False: it does not only move words of vectors. */
bool handing_vector_step(struct handing_scene *scene,
                         const struct instruction *instruction,
                         const uint8_t *bytes, struct handing_path *path);

#endif
