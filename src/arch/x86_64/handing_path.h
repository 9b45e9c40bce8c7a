/*
 * handing_path - what an instruction that neither jumps nor calls changes of
 * what is known on a path.
 */
#ifndef REFTALLY_ARCH_X86_64_HANDING_PATH_H
#define REFTALLY_ARCH_X86_64_HANDING_PATH_H

#include "arch/x86_64/handing_state.h"

/* Is it put on the stack there, for a call? */
void handing_path_push(struct handing_scene *scene,
                       const struct instruction *instruction,
                       struct handing_path *path);

/* Bits of the arguments on the stack that it is, at a call, from the first. */
uint16_t handing_path_pushed(const struct handing_scene *scene,
                             const struct handing_path *path);

/* If the instruction looks at the pointer, it was the last that did. */
void handing_path_use(struct handing_scene *scene,
                      const struct instruction *instruction,
                      struct handing_path *path);

/* `bytes` are the instruction's; not one that moves on a condition. */
void handing_path_step(struct handing_scene *scene,
                       const struct instruction *instruction,
                       const uint8_t *bytes, struct handing_path *path);

#endif
