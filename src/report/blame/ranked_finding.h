/*
 * ranked_finding - a suspect becomes a finding: its sites, most likely culprit
 * first, then the rest of the account.
 */
#ifndef REFTALLY_REPORT_BLAME_RANKED_FINDING_H
#define REFTALLY_REPORT_BLAME_RANKED_FINDING_H

#include "report/detect/verdict.h"
#include "report/evidence/answers.h"
#include "report/evidence/settling.h"

/*
 * Who may be to blame for the suspect, by what is known of it alone. May take
 * accounts that are like the suspect's, and speak for them. False: nothing is
 * told of it.
 */
bool ranked_finding_add(struct report *report, const struct settling *settling,
                        const struct answers *answers, struct suspect *suspect,
                        bool *spoken_for);

/*
 * What the likeliest of those who may be to blame says of the findings from
 * `first` on, and their sites. Of each the suspect is given.
 */
void ranked_finding_conclude(struct report *report, size_t first,
                             struct suspect *const *suspects);

#endif
