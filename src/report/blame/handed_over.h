/*
 * handed_over - references that one module made for another.
 *
 * What a library returns to a module that called it is that module's to give
 * back. Of such a call the account of one object tells what the library took,
 * what its own code gave back later, and what went up: where nothing else is
 * left, the library forgot nothing, whatever is made of its code.
 */
#ifndef REFTALLY_REPORT_BLAME_HANDED_OVER_H
#define REFTALLY_REPORT_BLAME_HANDED_OVER_H

#include "report/blame/suspicion.h"
#include "report/detect/verdict.h"
#include "report/evidence/account_parts.h"
#include "report/evidence/hypothesis.h"
#include "report/evidence/inputs.h"

/* By one of `samples` accounts of the suspect. */
void handed_over_argue(const struct inputs *inputs,
                       const struct blame_sources *sources,
                       const struct parts *parts, size_t samples,
                       struct hypotheses *hypotheses);

/*
 * After all others: what is measured so decides what the code left open, and
 * what is expected of a function by what others like it did.
 */
void handed_over_excuse(struct hypotheses *hypotheses);

#endif
