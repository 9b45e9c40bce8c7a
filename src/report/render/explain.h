/*
 * explain - the evidence behind a finding's ranking, as text.
 */
#ifndef REFTALLY_REPORT_RENDER_EXPLAIN_H
#define REFTALLY_REPORT_RENDER_EXPLAIN_H

#include <stdio.h>

#include "report/finding/finding.h"

void explain_write(FILE *file, const struct report *report,
                   const struct finding *finding);

#endif
