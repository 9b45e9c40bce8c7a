/*
 * bytecode - a code object in plain memory, of each version.
 */
#ifndef REFTALLY_TESTS_BYTECODE_H
#define REFTALLY_TESTS_BYTECODE_H

#include "cpython/layout.h"

#include <check.h>
#include <stdint.h>
#include <string.h>

static const struct python_layout *const layouts[] = {
    &layout_3_9,  &layout_3_10, &layout_3_11, &layout_3_12,
    &layout_3_13, &layout_3_14, &layout_3_15,
};
enum { LAYOUTS = sizeof layouts / sizeof layouts[0] };

static const struct python_layout *layout;
static _Alignas(8) uint8_t code[512], bytes[128];
static uint64_t size;

static inline void
store(uint8_t *where, uint64_t value)
{
    memcpy(where, &value, sizeof value);
}

static inline void
begin(int which)
{
    layout = layouts[which];
    memset(code, 0, sizeof code);
    memset(bytes, 0, sizeof bytes);
    size = 0;
}

/* With its inline cache. Returns where it is. */
static inline uint32_t
add(const char *opcode)
{
    uint32_t at = (uint32_t)size;
    uint8_t *to = layout->code.bytecode_inline
                      ? code + layout->code.bytecode
                      : bytes + layout->text.bytes_data;

    for (unsigned i = 0; i < 256; i++) {
        const char *name = layout->opcode_names[i];

        if (name != NULL && strcmp(name, opcode) == 0) {
            to[size] = (uint8_t)i;
            size += 2;
            if (layout->opcode_caches != NULL) {
                size += 2u * layout->opcode_caches[i];
            }
            break;
        }
    }
    ck_assert_uint_gt(size, at);
    if (layout->code.bytecode_inline) {
        store(code + layout->object.size, size / 2);
    }
    else {
        store(bytes + layout->object.size, size);
        store(code + layout->code.bytecode, (uintptr_t)bytes);
    }
    return at;
}

/* Of the instruction that was added there. */
static inline void
set_argument(uint32_t at, uint32_t argument)
{
    uint8_t *to = layout->code.bytecode_inline
                      ? code + layout->code.bytecode
                      : bytes + layout->text.bytes_data;

    ck_assert_uint_lt(argument, 256);
    to[at + 1] = (uint8_t)argument;
}

#endif
