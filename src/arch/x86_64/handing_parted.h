/*
 * handing_parted - where a path that forgets a reference leaves those that still
 * have it.
 */
#ifndef REFTALLY_ARCH_X86_64_HANDING_PARTED_H
#define REFTALLY_ARCH_X86_64_HANDING_PARTED_H

#include "arch/x86_64/handing_state.h"

/* The path goes one way at this branch. */
void handing_parted_pass(const struct handing_scene *scene,
                         struct handing_path *path, uint64_t branch);

/*
 * The last branch since somebody looked at the pointer, the first of them if they
 * are many, behind which on some way a register is still read that holds it; 0:
 * there is none.
 */
uint64_t handing_parted_at(const struct handing_scene *scene,
                           const struct handing_path *path);

#endif
