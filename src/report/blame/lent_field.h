/*
 * lent_field - who put a reference that nobody took into a field.
 *
 * What a field holds is released where it is overwritten or its object dies:
 * that place did what it should. Of each field that a module released the object
 * from, what was released is compared with what was taken and put there. Where
 * as many are missing as the object lacks, a store left out the taking; where
 * none is, whoever releases the field's is not to blame.
 */
#ifndef REFTALLY_REPORT_BLAME_LENT_FIELD_H
#define REFTALLY_REPORT_BLAME_LENT_FIELD_H

#include "report/blame/blame.h"
#include "report/detect/suspects.h"

/* Of the objects of a suspect, which lack `fall` references each, some. */
struct lent_field_of {
    const uint32_t *accounts;
    size_t count;
    double fall;
};

/*
 * True: it is known whose code fills such a field with what it did not take; they
 * are added to `hypotheses`, and no candidate is left. Otherwise those are left
 * out who released what a field had in full.
 */
bool lent_field(const struct inputs *inputs,
                const struct blame_sources *sources,
                const struct lent_field_of *of, struct candidates *candidates,
                struct hypotheses *hypotheses);

#endif
