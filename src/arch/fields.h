/*
 * fields - which words of its first argument a function reads or writes, and
 * to whom it gives that argument.
 */
#ifndef REFTALLY_ARCH_FIELDS_H
#define REFTALLY_ARCH_FIELDS_H

#include "arch/handing.h"

enum { FIELDS_MAX = 64, FIELDS_CALLEES_MAX = 8, FIELDS_SLOTS_MAX = 8 };

struct fields {
    size_t count;
    int32_t offsets[FIELDS_MAX]; /* each once */
    bool read[FIELDS_MAX];       /* not only written to */
    bool given[FIELDS_MAX];      /* what stands there is the first argument of a
                                    function by pointer, as of visitproc */
    size_t callee_count;
    uint64_t callees[FIELDS_CALLEES_MAX]; /* DOUBTFUL ones that are given it */
    size_t slot_count; /* functions by pointer that are given it, as of a type:
                          how far into something the pointers are */
    int32_t slots[FIELDS_SLOTS_MAX];
};

/*
 * Adds to `fields` what is known. False: that is not all, as when it takes an
 * address of a field.
 */
bool fields_find(const struct handing_code *code, uint64_t entry,
                 struct handing_memory *memory, struct fields *fields);

bool fields_have(const struct fields *fields, int32_t offset);

/* What only writes to a word does not know what was there. */
bool fields_read(const struct fields *fields, int32_t offset);

/* Is it given to a function whose pointer is that far into something? */
bool fields_call(const struct fields *fields, int32_t slot);

#endif
