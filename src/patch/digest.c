#include "patch/digest.h"

#include <string.h>

enum { LANES = 8, WORD_BYTES = 8, BLOCK_BYTES = LANES * WORD_BYTES };

/* For a given word no two values of `hash` give the same, and for a given hash
 * no two words: the multiplier is odd. */
static uint64_t
mix(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 29;
}

static uint64_t
word_at(const uint8_t *bytes, size_t size)
{
    uint64_t word = 0;

    memcpy(&word, bytes, size < WORD_BYTES ? size : WORD_BYTES);
    return word;
}

/* Words go to the lanes in turn: a processor multiplies several at a time. */
uint64_t
digest(uint64_t before, const void *bytes, size_t size)
{
    const uint8_t *at = bytes;
    uint64_t lanes[LANES], hash = mix(before, size);

    for (unsigned i = 0; i < LANES; i++) {
        lanes[i] = mix(before, i + 1);
    }
    for (; size >= BLOCK_BYTES; size -= BLOCK_BYTES, at += BLOCK_BYTES) {
        for (unsigned i = 0; i < LANES; i++) {
            lanes[i] = mix(lanes[i], word_at(at + i * WORD_BYTES, WORD_BYTES));
        }
    }
    for (unsigned i = 0; size > 0; i++) {
        size_t bytes_here = size < WORD_BYTES ? size : WORD_BYTES;

        lanes[i] = mix(lanes[i], word_at(at, size));
        at += bytes_here;
        size -= bytes_here;
    }
    for (unsigned i = 0; i < LANES; i++) {
        hash = mix(hash, lanes[i]);
    }
    return hash;
}
