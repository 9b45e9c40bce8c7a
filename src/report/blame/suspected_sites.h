/*
 * suspected_sites - the sites of a finding: the likeliest functions first, then
 * the rest of the account.
 */
#ifndef REFTALLY_REPORT_BLAME_SUSPECTED_SITES_H
#define REFTALLY_REPORT_BLAME_SUSPECTED_SITES_H

#include "report/detect/suspects.h"

/* By the finding's hypotheses, which are sorted. */
void suspected_sites_add(const struct inputs *inputs,
                         const struct suspect *suspect,
                         struct finding *finding);

#endif
