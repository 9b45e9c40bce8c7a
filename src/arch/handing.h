/*
 * handing - what the code after a call does with the reference that the call
 * returned: hand it on to the caller, keep it, store it, or lose it.
 *
 * Follows copies of the pointer, in registers and in slots of the stack, along
 * every path to a return, and counts what the path does to the object's count.
 * A path on which the pointer turns out to be NULL does not count, nor one that
 * meets an immortal object.
 */
#ifndef REFTALLY_ARCH_HANDING_H
#define REFTALLY_ARCH_HANDING_H

#include "arch/handing_code.h"

/* Where to begin, and what holds there. */
struct handing_start {
    uint64_t address;
    uint16_t registers; /* bits of those that hold the pointer */
    uint16_t counts;    /* ... and of those that hold the object's count */
    bool in_slot;       /* so does the word of the stack that is ... */
    int64_t slot;       /* handing_word */
    bool loyal;         /* who knows that word leaves it its reference */
    int8_t owed;        /* references that the function owes */
    bool filled;        /* a callee put it there, who has its address no more */
    uint64_t through;   /* only paths that come to this address count; 0: all */
    uint64_t loaded;   /* by this load: the word has it as well, until a call or
                           a write; 0: nobody knows */
    uint64_t variable; /* that word always holds the pointer, too; 0: none */
    uint64_t equals;   /* so does that one, where they were compared; 0: none */
    uint16_t zeros, positive; /* registers that are known to be 0, or more */
    bool asks;     /* what paths return that put it away: handing.put_... */
    bool cautious; /* wanted is what was given away too often, and no guess */
    bool borrows;  /* a pointer that is stored need not be a reference ... */
    const uint64_t *filling; /* ... but by these instructions, see filling.h */
    size_t filling_count;
    /* ... and what is put into these, too; by address. */
    const struct made_word *made;
    size_t made_count;
    uint64_t maker; /* the call that returned what is followed; 0: another */
    /* It comes from there: who writes there owns what the field held; NULL:
     * from elsewhere. */
    const struct handing_field *field;
};

void handing_follow(const struct handing_code *code,
                    const struct handing_start *start,
                    struct handing_memory *memory, struct handing *handing);

#endif
