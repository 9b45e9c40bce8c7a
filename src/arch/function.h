/*
 * function - one function's instructions.
 */
#ifndef REFTALLY_ARCH_FUNCTION_H
#define REFTALLY_ARCH_FUNCTION_H

#include "arch/decode.h"

struct function {
    uint64_t address;
    size_t size_bytes;
    const uint8_t *bytes;
    struct instruction *instructions; /* in address order, gapless */
    size_t count;
    uint32_t *index_at; /* byte offset -> index + 1, 0: inside one */
};

/*
 * Decodes all of it into the caller's arrays, which hold size_bytes elements
 * each. False: some byte sequence is no instruction; count says how far the
 * decoding came, and nothing behind that may be touched.
 */
bool function_decode(struct function *function);

/* The instruction that begins at address, or NULL. */
const struct instruction *function_find(const struct function *function,
                                        uint64_t address);

/* Whether it uses memory below its stack pointer. */
bool function_uses_red_zone(const struct function *function);

#endif
