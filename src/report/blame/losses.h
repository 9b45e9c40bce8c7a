/*
 * losses - slots that held an object, and then did not, without a release.
 *
 * What the library has seen with the processor's breakpoints (LEDGER_LOSSES)
 * is no guess: it names the instruction that overwrote the slot, or the type
 * whose objects die without giving back what they hold.
 */
#ifndef REFTALLY_REPORT_BLAME_LOSSES_H
#define REFTALLY_REPORT_BLAME_LOSSES_H

#include "report/detect/verdict.h"
#include "report/evidence/hypothesis.h"

/* Adds those who were seen to lose objects of the suspect, or of its type. */
void losses_argue(const struct inputs *inputs, const struct suspect *suspect,
                  struct hypotheses *hypotheses);

#endif
