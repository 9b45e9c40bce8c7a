/*
 * conclusion - what is told of findings, once all that is known has been weighed:
 * their sites, most likely culprit first, then the rest of the account.
 */
#ifndef REFTALLY_REPORT_BLAME_CONCLUSION_H
#define REFTALLY_REPORT_BLAME_CONCLUSION_H

#include "report/detect/suspects.h"

/*
 * Of the findings from `first` on, the suspect of each is given. Those that are
 * not sure enough are dropped.
 */
void conclusion_draw(struct report *report, size_t first,
                     struct suspect *const *suspects);

#endif
