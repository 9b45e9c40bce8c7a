/*
 * lent_add - a place whose code gives away a reference becomes a hypothesis.
 */
#ifndef REFTALLY_REPORT_BLAME_LENT_ADD_H
#define REFTALLY_REPORT_BLAME_LENT_ADD_H

#include "report/evidence/code/lenders.h"
#include "report/evidence/hypothesis.h"
#include "report/evidence/inputs.h"

/* A function that changes counts, but not on every path, and was not seen to. */
extern const double LENT_NOT_SEEN;

/* How much a function counts, by whether it ran. */
double lent_ran(const struct ledger *ledger, const struct lender_code *code);

struct lent_as {
    double ran;       /* how much the function counts ... */
    bool idle;        /* ... that never came there with a tracked object */
    double share;     /* how likely it is, beside others */
    double sure;      /* ... and if it is alone */
    const char *does; /* "returns it" */
};

/* Blames the innermost function there that is the module's own. */
void lent_add(const struct inputs *inputs, const struct lender *lender,
              const struct lent_as *as, struct hypotheses *hypotheses);

#endif
