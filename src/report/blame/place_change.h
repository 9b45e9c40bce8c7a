/*
 * place_change - a place that changed the count of an object which has too few
 * references.
 */
#ifndef REFTALLY_REPORT_BLAME_PLACE_CHANGE_H
#define REFTALLY_REPORT_BLAME_PLACE_CHANGE_H

#include "report/blame/blame.h"

/* A place with less than this share of the fall is none of its causes. */
#define PLACE_SHARE_MIN .1

/* A place of the account, seen from the Python code that led to it. */
struct place_change {
    const struct ledger_entry *entry;
    struct stack stack;
    uint32_t python;
    size_t native; /* frames inside of the innermost evaluator */
    double net;    /* without what containers take and give up */
    bool disposed; /* a container gave it up */
};

/* To be cleared by stack_clear(). */
void place_change_fill(const struct blame_sources *sources,
                       const struct ledger_entry *entry,
                       struct place_change *change);

/*
 * The function of frame `frame` may be to blame. `lent`: its code says so, and
 * where; or NULL.
 */
void place_change_credit(const struct place_change *released, size_t frame,
                         double score, const struct fate_lent *lent,
                         struct candidates *candidates);

#endif
