/*
 * followed_code - bytes as code that is followed, at an invented address.
 *
 * For the tests of what arch/ follows from instruction to instruction. What lies
 * behind HELPER is another function.
 */
#ifndef REFTALLY_TESTS_FOLLOWED_CODE_H
#define REFTALLY_TESTS_FOLLOWED_CODE_H

#include "arch/handing_code.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ADDRESS = 0x1000, HELPER = 0x2000 };

static inline bool
is_before_helper(void *context, uint64_t target)
{
    (void)context;
    return target < HELPER;
}

/* A function that is called does nothing to what it is given. */
static inline enum handing_callee
borrows(void *context, const struct handing_call *call)
{
    (void)context;
    (void)call;
    return HANDING_BORROWS;
}

/* `callee` says what a function that is called does. */
static inline struct handing_code
followed_code(const uint8_t *bytes, size_t size,
              enum handing_callee (*callee)(void *context,
                                            const struct handing_call *call))
{
    return (struct handing_code){
        .bytes = bytes,
        .size = size,
        .address = ADDRESS,
        .inside = is_before_helper,
        .callee = callee,
    };
}

#endif
