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

/*
 * If it was seen how objects of the suspect were lost, says so in the finding
 * that was made of it, and puts the culprit in front of its sites. False: it
 * was not seen.
 */
bool losses_apply(const struct inputs *inputs, const struct suspect *suspect,
                  struct finding *finding);

#endif
