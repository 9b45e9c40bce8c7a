/*
 * handing_number - what is done with a number, and never with a pointer.
 *
 * Who loads a word from an object does not know which of both it is.
 */
#ifndef REFTALLY_ARCH_X86_64_HANDING_NUMBER_H
#define REFTALLY_ARCH_X86_64_HANDING_NUMBER_H

#include "arch/x86_64/handing_state.h"

/* Does the instruction calculate with what the path follows, or pick by it? */
bool handing_number_used(const struct instruction *instruction,
                         const struct handing_path *path);

/* Does the branch ask whether what the path follows is negative? */
bool handing_number_asked(const struct instruction *branch,
                          const struct handing_path *path);

#endif
