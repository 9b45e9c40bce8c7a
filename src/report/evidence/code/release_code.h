/*
 * release_code - does the code at a site release an object?
 *
 * An instruction that subtracts one from a word may count anything: what an
 * object left behind in freed memory says nothing about who writes there next.
 * Whoever releases a reference asks whether it was the last one.
 */
#ifndef REFTALLY_REPORT_EVIDENCE_CODE_RELEASE_CODE_H
#define REFTALLY_REPORT_EVIDENCE_CODE_RELEASE_CODE_H

#include "report/evidence/code/function_code.h"

/* False: it does not ask, or its code cannot be read. */
bool release_code_asks(struct symbols *symbols, uint32_t site,
                       struct code_memory *memory);

#endif
