/*
 * verdict - which of the objects that outlived the process are suspicious.
 *
 * All of the policy stands in verdict_rules.h.
 */
#ifndef REFTALLY_REPORT_DETECT_VERDICT_H
#define REFTALLY_REPORT_DETECT_VERDICT_H

#include "report/detect/suspects.h"
#include "report/evidence/unowned.h"

/*
 * `spoken_for` has one flag an account: true where another rule has already
 * made a finding of it; set for those that are suspects now. Counts what it
 * leaves out in `report->silent`.
 */
void verdict_suspects(struct report *report, const struct unowned *unowned,
                      bool *spoken_for, struct suspects *suspects);

/* Did it end in a way that lets survivors be judged, or was it asked? */
bool verdict_possible(const struct report *report);

#endif
