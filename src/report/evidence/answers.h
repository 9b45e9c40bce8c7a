/*
 * answers - who gives back what a function took, by the lives that balanced.
 *
 * What a function puts away another one releases: one that takes the owner
 * apart, or a sibling. Learned in this run alone. Functions of the interpreter
 * count only where no module is at work.
 */
#ifndef REFTALLY_REPORT_EVIDENCE_ANSWERS_H
#define REFTALLY_REPORT_EVIDENCE_ANSWERS_H

#include "report/symbols/stacks.h"

struct answers;

/* `ledger` and `symbols` must outlive it. */
struct answers *answers_create(const struct ledger *ledger,
                               struct symbols *symbols);
void answers_free(struct answers *answers);

/*
 * The function at work: the innermost of a module that the stack has up to the
 * evaluator, the user's rather than those of headers, or of the interpreter;
 * false: none is.
 */
bool answers_function(const struct answers *answers, const struct stack *stack,
                      uint32_t *function);

/* What a life that balanced tells. */
void answers_learn_birth(struct answers *answers, const struct stack *birth,
                         uint32_t type);
void answers_learn(struct answers *answers, const struct stack *taken,
                   const struct stack *released, uint32_t released_tag,
                   double weight);

enum answers_relation {
    ANSWERS_RELEASED, /* first took, second gave back */
    ANSWERS_DISPOSED, /* while first was at work, second gave back */
    ANSWERS_MADE,     /* first made objects of the type that second is */
};

/* The second ones of `first`, with their share of all of them. */
struct answers_row {
    uint32_t second;
    double share; /* 0 to 1; a few that were seen count less */
    uint32_t tag; /* of a release by the second one; 0 for ANSWERS_MADE */
};

/* The next row at or after `*at`, which starts as 0; false at the end. */
bool answers_next(const struct answers *answers, enum answers_relation relation,
                  uint32_t first, size_t *at, struct answers_row *row);

/* Of what it took, the share that was given back by others, or Python code. */
double answers_put_away(const struct answers *answers, uint32_t taker);

#endif
