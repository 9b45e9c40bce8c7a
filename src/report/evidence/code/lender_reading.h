/*
 * lender_reading - one function whose code is read for references that it gives
 * away, and what was found in it.
 */
#ifndef REFTALLY_REPORT_EVIDENCE_CODE_LENDER_READING_H
#define REFTALLY_REPORT_EVIDENCE_CODE_LENDER_READING_H

#include "report/evidence/code/loans.h"

struct lender {
    const struct place *place;
    bool returned;  /* else it is stored, or given to who keeps it */
    bool overdrawn; /* it gives away too many already before that */
    bool shared;    /* no line of its own tells where */
    bool fails;     /* and only where the function fails */
    uint64_t since; /* the call behind that address had returned it; or 0 */
    uint64_t gave;  /* the instruction that first gave it away; or 0 */
};

struct lender_reading {
    struct function_code function;
    struct code_memory *memory;
    struct lender *found;
    size_t room, count;
};

/* False: the function cannot be read. Must not be moved then. */
bool lender_reading_begin(struct lender_reading *reading,
                          const struct lender_code *code, struct lender *found,
                          size_t room);

/* What becomes of a pointer from there on. */
void lender_reading_follow(struct lender_reading *reading,
                           const struct handing_start *start,
                           struct handing *handing);

/*
 * Enters the paths that give away. `since`: where they begin to be followed, 0:
 * anywhere; `from`: the instruction that got hold of the pointer.
 */
void lender_reading_add(struct lender_reading *reading,
                        const struct handing *handing, uint64_t since,
                        uint64_t from);

#endif
