/*
 * ranked_finding - a suspect becomes a finding: its sites, most likely culprit
 * first, then the rest of the account.
 */
#ifndef REFTALLY_REPORT_BLAME_RANKED_FINDING_H
#define REFTALLY_REPORT_BLAME_RANKED_FINDING_H

#include "report/detect/verdict.h"
#include "report/evidence/answers.h"
#include "report/evidence/settling.h"

/* May take accounts that are like the suspect's, and speak for them. */
void ranked_finding_add(struct report *report, const struct settling *settling,
                        const struct answers *answers, struct suspect *suspect,
                        bool *spoken_for);

#endif
