#include "patch/proof.h"

#include <string.h>

enum {
    WORD_BYTES = 8,
    LENGTH_MAX = 48, /* 7 more bits fit into a word */
    USED_MIN = 2     /* the second byte of what is taken says so */
};

size_t
proof_bytes(uint64_t code_bytes)
{
    /* A bit for the end, and a whole word to be read at the last byte. */
    return (code_bytes / 8 / WORD_BYTES + 2) * WORD_BYTES;
}

/* Bits from one on: the first is the lowest. */
static uint64_t
bits_at(const uint8_t *bits, uint64_t first)
{
    uint64_t word;

    memcpy(&word, bits + first / 8, sizeof word);
    return word >> first % 8;
}

static void
change_bits(uint8_t *bits, uint64_t first, uint64_t clear, uint64_t set)
{
    uint64_t word;

    memcpy(&word, bits + first / 8, sizeof word);
    word = (word & ~(clear << first % 8)) | set << first % 8;
    memcpy(bits + first / 8, &word, sizeof word);
}

bool
proof_take(struct proof *proof, uint64_t address, uint32_t length,
           uint32_t used, bool unused)
{
    uint64_t first = address - proof->start, starts, targets, all, taken;

    if (address < proof->start || used < USED_MIN || used > length ||
        length > LENGTH_MAX || first > proof->end - proof->start ||
        length > proof->end - proof->start - first) {
        return false;
    }
    starts = bits_at(proof->starts, first);
    targets = bits_at(proof->targets, first);
    all = ((uint64_t)1 << length) - 1;
    taken = ((uint64_t)1 << used) - 1;
    if ((starts & 1) == 0 || (starts >> length & 1) == 0 ||
        (targets & all & ~(uint64_t)1) != 0 ||
        (unused && ((starts & all) != all || (targets & 1) != 0))) {
        return false;
    }
    /* The first stays one: the edit before it may end there. */
    change_bits(proof->starts, first, taken & ~(uint64_t)1, all & ~taken);
    change_bits(proof->targets, first, 0, taken);
    return true;
}
