/*
 * owned_words - the words of objects that a function makes of types of its image.
 *
 * What a type's tp_traverse shows to the collector its objects own: whatever is
 * put there is given away. Which type it is the call says, or that the function
 * is that type's tp_new.
 */
#ifndef REFTALLY_REPORT_EVIDENCE_CODE_OWNED_WORDS_H
#define REFTALLY_REPORT_EVIDENCE_CODE_OWNED_WORDS_H

#include "arch/made_words.h"
#include "report/evidence/code/function_code.h"

enum { OWNED_TYPES_MAX = 64, OWNED_WORDS_MAX = 32 };

struct owned_type {
    uint64_t start, makes; /* as of struct image_type */
    int32_t offsets[OWNED_WORDS_MAX];
    size_t count;
};

/* Of one image. */
struct owned_types {
    struct owned_type items[OWNED_TYPES_MAX];
    size_t count;
};

void owned_types_find(struct symbols *symbols, uint32_t image,
                      struct code_memory *memory, struct owned_types *types);

/* The instructions of the function, of `size` bytes, that load or store them:
 * how many. */
size_t owned_words_find(const struct function_code *function, size_t size,
                        const struct owned_types *types,
                        struct made_word *found, size_t room);

#endif
