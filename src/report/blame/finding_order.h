/*
 * finding_order - the findings that matter first, and none for what is alive
 * only because of another.
 */
#ifndef REFTALLY_REPORT_BLAME_FINDING_ORDER_H
#define REFTALLY_REPORT_BLAME_FINDING_ORDER_H

#include "report/finding/finding.h"

void finding_order(struct report *report);

/* Only puts those first that matter most. */
void finding_sort(struct report *report);

#endif
