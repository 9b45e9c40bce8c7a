/*
 * code_settling - what becomes of a value that an instruction has taken.
 */
#ifndef REFTALLY_CPYTHON_CODE_SETTLING_H
#define REFTALLY_CPYTHON_CODE_SETTLING_H

#include "cpython/frame_stack.h"

enum code_settling {
    SETTLING_UNKNOWN,
    SETTLING_STORED,   /* in a container or an attribute */
    SETTLING_VARIABLE, /* in a variable */
    SETTLING_RETURNED, /* or yielded */
    SETTLING_DROPPED,  /* it was an argument of a call of which nobody wants the
                          result */
};

/*
 * By the next instruction that stores, returns or drops anything. Unknown, too,
 * if the program may go elsewhere before, or makes something new of it.
 */
enum code_settling code_settling(const struct python_layout *layout,
                                 uint64_t code, uint32_t instruction,
                                 struct code_place *place);

#endif
