/*
 * handing_call - what a call does with the pointer that a path follows.
 */
#ifndef REFTALLY_ARCH_X86_64_HANDING_CALL_H
#define REFTALLY_ARCH_X86_64_HANDING_CALL_H

#include "arch/x86_64/handing_state.h"

/* Is nothing there but a call that does not return, as of __assert_fail? */
bool handing_call_stops(const struct handing_code *code, uint64_t address);

/* A call, or a jump to another function. False: it does not return. */
bool handing_call_step(struct handing_scene *scene,
                       const struct instruction *instruction,
                       struct handing_path *path);

#endif
