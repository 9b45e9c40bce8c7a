/*
 * exits - what functions handed up when they returned, as the library has seen.
 *
 * Whoever kept a reference and whoever it came from are on the same stacks. The
 * return tells them apart: one handed the object up as often as its count had
 * grown, to the caller or into the caller's frame, and the other did not.
 */
#ifndef REFTALLY_REPORT_BLAME_EXITS_H
#define REFTALLY_REPORT_BLAME_EXITS_H

#include "report/detect/verdict.h"
#include "report/evidence/hypothesis.h"

/* Speaks of the functions that are suspected of having kept them, no others. */
void exits_argue(const struct inputs *inputs, const struct suspect *suspect,
                 struct hypotheses *hypotheses);

#endif
