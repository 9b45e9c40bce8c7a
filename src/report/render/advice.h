/*
 * advice - the first thing to try about a finding, in a sentence.
 */
#ifndef REFTALLY_REPORT_RENDER_ADVICE_H
#define REFTALLY_REPORT_RENDER_ADVICE_H

#include "report/finding/finding.h"

/* To be freed; NULL if nothing useful can be said. */
char *advice_text(const struct report *report, const struct finding *finding);

#endif
