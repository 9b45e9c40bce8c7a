/*
 * cycle - objects that own each other, and that the collector let live.
 *
 * At the census no root led to them and every reference had an owner; after
 * the interpreter had collected and finalized they were still there. Then one
 * of their types does not tell the collector what it holds, or does not let go.
 */
#ifndef REFTALLY_REPORT_DETECT_CYCLE_H
#define REFTALLY_REPORT_DETECT_CYCLE_H

#include "report/finding/finding.h"

/*
 * Adds a finding for each class whose type is to blame, and sets its accounts
 * in `spoken_for`.
 */
void cycle_find(struct report *report, bool *spoken_for);

#endif
