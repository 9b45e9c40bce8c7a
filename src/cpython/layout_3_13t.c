/* Written by scripts/gen-layout; do not edit. */
/* clang-format off */
#include "cpython/layout.h"

const struct python_layout layout_3_13t = {
    .version = "3.13",
    .hexversion_first = 0x030d00f0, /* final releases only */
    .hexversion_last = 0x030dfff0,
    .refcount = {
        .offset = 12,
        .width = 4,
        .immortal = IMMORTAL_MOST,
        .shared = {
            .offset = 16,
            .width = 8,
            .shift = 2,
            .owner_offset = 0,
        },
    },
    .object = {
        .type = 24,
    },
};
