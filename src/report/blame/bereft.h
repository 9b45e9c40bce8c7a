/*
 * bereft - evidence from what owners left behind when the interpreter let go of
 * all: they died, and what a field of them held was not given back.
 */
#ifndef REFTALLY_REPORT_BLAME_BEREFT_H
#define REFTALLY_REPORT_BLAME_BEREFT_H

#include "report/detect/suspects.h"
#include "report/evidence/hypothesis.h"
#include "report/evidence/inputs.h"

void bereft_argue(const struct inputs *inputs, const struct suspect *suspect,
                  struct hypotheses *hypotheses);

#endif
