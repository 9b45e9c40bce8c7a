/*
 * vector - the words that an instruction moves through vector registers.
 *
 * Compilers put two pointers into one such register to store both at once, and
 * pointers that registers lack the room for. Of wider registers only the lower
 * two words are known.
 */
#ifndef REFTALLY_ARCH_X86_64_VECTOR_H
#define REFTALLY_ARCH_X86_64_VECTOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { VECTOR_COUNT = 16, VECTOR_WORDS = 2 };

enum vector_kind {
    VECTOR_NONE, /* nothing is known but the vectors that it reads and writes */
    VECTOR_SET,  /* the words of vector `number` become `words` */
    VECTOR_GET,  /* general register `general` becomes words[0] */
    VECTOR_STORE, /* the memory operand becomes `words`, from its first on */
};

/* A word: a word of a vector, or one of these. */
enum {
    VECTOR_OF = 0, /* VECTOR_OF + 2 * number, for its low word; + 1, high */
    VECTOR_GENERAL = VECTOR_COUNT * VECTOR_WORDS, /* `general` */
    VECTOR_MEMORY,                                /* the operand's first */
    VECTOR_BEYOND, /* ... and the one behind it */
    VECTOR_NOTHING,
};

struct vector_move {
    uint8_t kind;
    uint8_t number;
    uint8_t general;
    uint8_t words[VECTOR_WORDS];
    uint16_t reads, writes; /* bits of vectors */
};

/* False: it has nothing to do with vectors. */
bool vector_decode(const uint8_t *bytes, size_t size, struct vector_move *move);

#endif
