/*
 * walk_out - goes from a change outward along its stack, one machine function
 * after the other, and says in whose hands the reference is.
 */
#ifndef REFTALLY_REPORT_EVIDENCE_CODE_WALK_OUT_H
#define REFTALLY_REPORT_EVIDENCE_CODE_WALK_OUT_H

#include "report/evidence/code/followings.h"
#include "report/symbols/stacks.h"

struct walk_out {
    const struct stack *stack;
    bool born;
    size_t next;  /* the frame after those that were walked through */
    size_t inner; /* the innermost frame of the function */
    size_t outer; /* its own one, into which the others are inlined */
    bool given;   /* what the call before returned is the reference ... */
    bool surely;  /* ... or some other one, as is known of who was called */
    bool site;    /* it is the first of them */
    bool newborn; /* all so far made the object, as for those who call them */
    struct handed_up up;               /* what the callee did */
    const struct following *following; /* what it does; NULL before the first */
};

struct walk_out walk_out_begin(const struct stack *stack, bool born);

/* Goes on to the next function; false: there is none. */
bool walk_out_next(struct followings *followings, struct walk_out *walk);

/* Goes on to the function that a frame belongs to; false: there is none. */
bool walk_out_to(struct followings *followings, struct walk_out *walk,
                 size_t frame);

#endif
