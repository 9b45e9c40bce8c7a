/*
 * code - a function of an image, decoded as its file has it.
 */
#ifndef REFTALLY_PATCH_CODE_H
#define REFTALLY_PATCH_CODE_H

#include "arch/function.h"
#include "patch/image.h"

/*
 * Decodes [start, end), addresses of the image's file, into the arrays of
 * `function`. Instructions that are others in memory stay where they are, and
 * use everything: who changed them may. False: nothing can be decoded.
 */
bool code_decode(const struct image *image, uint64_t start, uint64_t end,
                 struct function *function);

#endif
