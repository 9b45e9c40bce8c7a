/*
 * callers - whether those who call a function of their own image treat what it
 * returns as theirs, and give it away.
 */
#ifndef REFTALLY_REPORT_EVIDENCE_CODE_CALLERS_H
#define REFTALLY_REPORT_EVIDENCE_CODE_CALLERS_H

#include "report/evidence/code/image_code.h"
#include "report/evidence/code/loans.h"

/*
 * Does one of these calls of the function have its result released, or given to
 * who keeps it, without a taking? `at`: by the instruction there; 0: by any.
 */
bool callers_give_away(const struct lender_code *code,
                       const struct image_call *calls, size_t count,
                       uint64_t at);

/* The same of all calls of the function in which that place is. */
bool callers_release(struct symbols *symbols, const struct place *callee,
                     const struct place *at, struct code_memory *memory);

#endif
