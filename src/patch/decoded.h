/*
 * decoded - functions of an image that are decoded are kept, to be looked at
 * again: decoding takes most of the time that planning takes.
 *
 * There is a limit: what does not fit is decoded each time.
 */
#ifndef REFTALLY_PATCH_DECODED_H
#define REFTALLY_PATCH_DECODED_H

#include "base/arena.h"
#include "patch/code.h"

struct decoded {
    struct function *functions; /* a table of 2^n, by where they begin */
    size_t mask;
    struct arena *arena;
    uint64_t bytes; /* of instructions that are kept */
};

/* Room for so many functions. False: no memory. */
bool decoded_reserve(struct decoded *decoded, struct arena *arena,
                     size_t functions);

/*
 * As code_decode, whose arrays are used when the function was not kept; else
 * `function` has others afterwards, which are the caller's to change.
 */
bool decoded_function(struct decoded *decoded, const struct image *image,
                      uint64_t start, uint64_t end, struct function *function);

#endif
