/*
 * handed_up - references that a function hands up by a pointer: it stores
 * them where an argument of it points to, into a word of its caller's, or takes
 * them to what it found there.
 */
#ifndef REFTALLY_REPORT_EVIDENCE_CODE_HANDED_UP_H
#define REFTALLY_REPORT_EVIDENCE_CODE_HANDED_UP_H

#include "report/evidence/code/function_code.h"

/* What a function puts where one of its arguments points to. */
struct handed_up {
    bool done;
    uint8_t argument; /* a register */
    bool zero;        /* then it returns 0, or it fails ... */
    bool positive;    /* ... or something else */
};

/* The word of a caller. */
struct handed_word {
    bool on_stack;
    int64_t word;             /* if so, handing_word */
    bool shared;              /* others are given a pointer to it, too */
    struct handing_slot slot; /* else a field, or a variable */
    uint64_t pointed;         /* where the pointer to it was made */
};

/* What the function does with a reference that it follows from there on, and of
 * which `handing` says what was found. */
void handed_up_by(const struct function_code *function,
                  const struct handing_start *start,
                  struct handing_memory *memory, const struct handing *handing,
                  struct handed_up *up);

/* The same of an object that it loaded by the instruction at `loaded`, if that
 * is where the reference was left: then `handing` says so from there on. */
void handed_up_in_place(const struct function_code *function,
                        const struct handing_start *start, uint64_t loaded,
                        struct handing_memory *memory, struct handing *handing,
                        struct handed_up *up);

/* The word that the callee filled which returns to that address; false: nobody
 * knows. */
bool handed_up_word(const struct function_code *function,
                    const struct handed_up *by, uint64_t returns,
                    struct handed_word *word);

#endif
