/*
 * headline - what a finding says, in words of the user's own code.
 */
#ifndef REFTALLY_REPORT_FINDING_HEADLINE_H
#define REFTALLY_REPORT_FINDING_HEADLINE_H

#include "report/finding/finding.h"

/* A printable sentence without a full stop, to be freed. */
char *headline_text(const struct inputs *inputs, const struct finding *finding);

#endif
