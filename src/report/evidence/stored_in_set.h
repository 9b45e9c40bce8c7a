/*
 * stored_in_set - which of the references that were taken is the one that a set
 * has.
 *
 * Each set takes its own reference, and gives back no other. So where sets took
 * one on one line only, and gave none back, that is it, whatever else had the
 * object meanwhile.
 */
#ifndef REFTALLY_REPORT_EVIDENCE_STORED_IN_SET_H
#define REFTALLY_REPORT_EVIDENCE_STORED_IN_SET_H

#include "report/evidence/life_moments.h"

/* Has it one reference, which a set has? */
bool stored_in_set(const struct ledger *ledger,
                   const struct ledger_owned *owned);

/* How such an object was taken; NULL: nobody knows. */
const struct ledger_step *stored_in_set_by(const struct life *life);

#endif
