/*
 * code - bytes as a decoded function, at an invented address.
 *
 * For the tests of arch/ and patch/. There is one function at a time.
 */
#ifndef REFTALLY_TESTS_CODE_H
#define REFTALLY_TESTS_CODE_H

#include "arch/function.h"

#include <check.h>

enum { CODE_BYTES_MAX = 512, CODE_ADDRESS = 0x1000 };

static inline struct function
decode_function(const uint8_t *bytes, size_t size)
{
    static struct instruction instructions[CODE_BYTES_MAX];
    static uint32_t index_at[CODE_BYTES_MAX];
    struct function function = {
        .address = CODE_ADDRESS,
        .size_bytes = size,
        .bytes = bytes,
        .instructions = instructions,
        .index_at = index_at,
    };

    ck_assert_uint_le(size, CODE_BYTES_MAX);
    ck_assert_msg(function_decode(&function), "not an instruction");
    return function;
}

#endif
