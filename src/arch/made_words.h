/*
 * made_words - the words of an object that a function has just made.
 *
 * What is put into a word that its type shows to the collector is the object's
 * from then on, which will release it.
 */
#ifndef REFTALLY_ARCH_MADE_WORDS_H
#define REFTALLY_ARCH_MADE_WORDS_H

#include "arch/numbering.h"

/* A call that makes an object. */
struct made_call {
    uint64_t address; /* of the instruction */
    uint64_t target;  /* or, if `slot`, where the target stands */
    bool slot;
    bool by_pointer; /* by another pointer, as tp_alloc is called */
    uint64_t type;   /* the address that is its first argument; 0: unknown */
};

/* Where words are that an object owns, in bytes from its beginning. */
struct owned_offsets {
    const int32_t *at;
    size_t count;
};

/* Of what that call makes; none: it makes nothing, or nobody knows. */
typedef struct owned_offsets made_owned(void *context,
                                        const struct made_call *call);

/*
 * The instructions of a function of `size` bytes that load or store such words of
 * what calls have returned to it, by address. Returns how many; a function that
 * is too large has none.
 */
size_t made_words_find(struct numbering *numbering,
                       const struct handing_code *code, uint64_t entry,
                       size_t size, made_owned *owned, void *context,
                       struct made_word *found, size_t room);

#endif
