/*
 * kept - who takes None, or its like, once more than it gives it away, by the
 * code alone.
 *
 * Thousands own None, all code takes it and gives it back, and up to 3.11 nearly
 * none of that is recorded: that some of its references are too many a census
 * tells, but not whose. It is read off the code of the modules that ran.
 */
#ifndef REFTALLY_REPORT_BLAME_KEPT_H
#define REFTALLY_REPORT_BLAME_KEPT_H

#include "report/detect/suspects.h"
#include "report/evidence/inputs.h"
#include "report/evidence/hypothesis.h"

void kept_argue(const struct inputs *inputs, const struct suspect *suspect,
                struct hypotheses *hypotheses);

/* Is the likeliest function the only one, and does it nothing else with it? */
bool kept_alone(const struct hypotheses *hypotheses);

#endif
