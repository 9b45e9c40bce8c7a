/*
 * ranked_finding - a suspect becomes a finding, with those who may be to blame,
 * the likeliest first.
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

#endif
