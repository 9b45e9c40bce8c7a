/*
 * code_loop - whether an instruction is part of a loop of its code.
 */
#ifndef REFTALLY_CPYTHON_CODE_LOOP_H
#define REFTALLY_CPYTHON_CODE_LOOP_H

#include "cpython/frame_stack.h"

/* Whether a jump at it or behind leads back to it, or before. What waits for a
   result is no loop. Reads the code to its end, if there is none. */
bool code_loop_has(const struct python_layout *layout, uint64_t code,
                   uint32_t instruction, struct code_place *place);

#endif
