/*
 * exchanges - where a function puts a pointer in the place of another one, which
 * it releases.
 *
 * A word whose former pointer is released when it is written over owns what
 * stands there: whatever is put there is given away, in an object that was made
 * long before, too.
 */
#ifndef REFTALLY_REPORT_EVIDENCE_CODE_EXCHANGES_H
#define REFTALLY_REPORT_EVIDENCE_CODE_EXCHANGES_H

#include "report/evidence/code/loans.h"

/* Adds these stores to those that are there already. */
void exchanges_find(const struct function_code *function,
                    const struct lender_code *code, struct loan_stores *stores);

#endif
