/*
 * field_released - references that were put into a field and released from it.
 *
 * Who takes a reference and puts it into a field of its module kept it for the
 * field; where as many were released from that field as were put there, none of
 * them is missing, though the two are functions that know nothing of each other.
 */
#ifndef REFTALLY_REPORT_BLAME_FIELD_RELEASED_H
#define REFTALLY_REPORT_BLAME_FIELD_RELEASED_H

#include "report/blame/suspicion.h"
#include "report/evidence/account_parts.h"
#include "report/evidence/hypothesis.h"

/* By one of `samples` accounts of the suspect. */
void field_released_argue(const struct blame_sources *sources,
                          const struct parts *parts, size_t samples,
                          struct hypotheses *hypotheses);

/* After all others: what is expected by what others like it did is no more. */
void field_released_excuse(struct hypotheses *hypotheses);

#endif
