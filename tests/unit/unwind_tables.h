/*
 * unwind_tables - the .eh_frame_hdr and .eh_frame of invented functions.
 */
#ifndef REFTALLY_TESTS_UNWIND_TABLES_H
#define REFTALLY_TESTS_UNWIND_TABLES_H

#include "patch/eh_frame.h"

#include <string.h>

enum {
    UNWIND_HEADER_BYTES = 12,
    UNWIND_PAIR_BYTES = 8,
    UNWIND_CIE_BYTES = 20,
    UNWIND_FDE_BYTES = 24,
};

static inline void
put_word(uint8_t *at, uint64_t value)
{
    uint32_t word = (uint32_t)value;

    memcpy(at, &word, 4);
}

static inline size_t
unwind_tables_bytes(size_t count)
{
    return UNWIND_HEADER_BYTES + UNWIND_CIE_BYTES +
           count * (UNWIND_PAIR_BYTES + UNWIND_FDE_BYTES);
}

/*
 * Writes the tables of functions in address order to `out`, which will be read
 * where it lies. Every pointer is relative and has four bytes; functions
 * without a landing table say 0.
 */
static inline void
write_unwind_tables(uint8_t *out, const struct eh_function *functions,
                    size_t count)
{
    static const uint8_t header[] = { 1, 0x1b, 0x03, 0x3b };
    static const uint8_t cie[UNWIND_CIE_BYTES] = {
        16,  0,   0, 0, 0,    0,  0, 0,    1,    'z',
        'L', 'R', 0, 1, 0x78, 16, 2, 0x1b, 0x1b, /* landing tables and code: relative, four bytes */
    };
    uint8_t *pair = out + UNWIND_HEADER_BYTES;
    uint8_t *common = pair + count * UNWIND_PAIR_BYTES;
    uint8_t *fde = common + UNWIND_CIE_BYTES;
    uint64_t start = (uintptr_t)out;

    memcpy(out, header, sizeof header);
    put_word(out + 4, (uint64_t)(common - (out + 4)));
    put_word(out + 8, count);
    memcpy(common, cie, sizeof cie);
    for (size_t i = 0; i < count; i++) {
        const struct eh_function *function = &functions[i];
        uint64_t here = (uintptr_t)fde;

        put_word(pair, function->start - start);
        put_word(pair + 4, here - start);
        memset(fde, 0, UNWIND_FDE_BYTES);
        put_word(fde, UNWIND_FDE_BYTES - 4);
        put_word(fde + 4, (uint64_t)(fde + 4 - common));
        put_word(fde + 8, function->start - (here + 8));
        put_word(fde + 12, function->end - function->start);
        fde[16] = 4; /* augmentation */
        if (function->landing_table != 0) {
            put_word(fde + 17, function->landing_table - (here + 17));
        }
        pair += UNWIND_PAIR_BYTES;
        fde += UNWIND_FDE_BYTES;
    }
}

#endif
