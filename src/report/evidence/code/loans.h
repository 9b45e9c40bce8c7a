/*
 * loans - where a function gets hold of what it borrows, and where it may give
 * that away by storing it.
 */
#ifndef REFTALLY_REPORT_EVIDENCE_CODE_LOANS_H
#define REFTALLY_REPORT_EVIDENCE_CODE_LOANS_H

#include "report/evidence/code/fates.h"
#include "report/evidence/code/owned_words.h"

/* A function that is read: `size` bytes of an image from `start` on. */
struct lender_code {
    struct symbols *symbols;
    uint32_t image;
    uint64_t start;
    size_t size;
    struct code_memory *memory;
    const struct owned_types *types; /* of the image; NULL: none are wanted */
};

enum {
    LOANS_STORES_MAX = 64,
    LOANS_VARIABLES_MAX = 16,
    LOANS_MADE_MAX = 128,
};

/* Instructions that give away what they store. */
struct loan_stores {
    size_t count;
    uint64_t at[LOANS_STORES_MAX];
    size_t exchanges; /* the last of them: see exchanges.h */
    size_t made_count;
    struct made_word made[LOANS_MADE_MAX]; /* what stands there is given away */
    bool into; /* a word that is asked for, else what the function has made */
};

bool loans_has_store(const struct loan_stores *stores, uint64_t address);

/* Where the function puts items into what it has made. */
void loans_find_filling(const struct function_code *function,
                        const struct lender_code *code,
                        struct loan_stores *stores);

/* Where the function stores a register into such a word. */
void loans_find_into(const struct function_code *function,
                     const struct lender_code *code,
                     const struct fate_slot *slot, struct loan_stores *stores);

/*
 * A load from an object, or of its type; of what is stored `into` a word, from
 * any memory, whose place the function does not clear.
 */
bool loans_loaded(const struct function_code *function,
                  const struct loan_stores *stores,
                  const struct instruction *load);

/* The variables on the stack whose addresses a call is given that lends by
 * these: how many. */
size_t loans_variables(const struct function_code *function,
                       const struct instruction *call,
                       int64_t slots[LOANS_VARIABLES_MAX]);

#endif
