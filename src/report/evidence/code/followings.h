/*
 * followings - what the code of each place does with a reference, found out
 * once.
 */
#ifndef REFTALLY_REPORT_EVIDENCE_CODE_FOLLOWINGS_H
#define REFTALLY_REPORT_EVIDENCE_CODE_FOLLOWINGS_H

#include "report/evidence/code/following.h"

enum { FOLLOWINGS_FILLED = 64 };

/* What a callee had put where an argument points to. */
struct followed_filled {
    const struct place *place; /* NULL: nothing */
    struct handed_up by;
    struct following following;
};

struct followings {
    struct symbols *symbols; /* must outlive it */
    struct code_memory memory;
    struct followed *followed; /* by number of the place */
    size_t count;
    struct followed_filled filled[FOLLOWINGS_FILLED];
};

/* What was found out stays until another place is asked for. */
const struct following *followings_at(struct followings *followings,
                                      const struct place *place,
                                      enum source source);

/* What following_loaded says of it. */
bool followings_loaded(struct followings *followings, const struct place *place,
                       struct handing_slot *slot);

/* What becomes of what the call there handed up by an argument. */
const struct following *followings_filled(struct followings *followings,
                                          const struct place *place,
                                          struct handed_up by);

void followings_clear(struct followings *followings);

#endif
