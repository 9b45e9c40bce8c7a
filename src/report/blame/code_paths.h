/*
 * code_paths - evidence by what the code of those who had a reference does with
 * it, and by what balanced lives did in the same calls.
 */
#ifndef REFTALLY_REPORT_BLAME_CODE_PATHS_H
#define REFTALLY_REPORT_BLAME_CODE_PATHS_H

#include "report/blame/suspicion.h"
#include "report/evidence/account_parts.h"
#include "report/evidence/hypothesis.h"

/* What one of `samples` accounts says; adds nobody. */
void code_paths_argue(const struct blame_sources *sources,
                      const struct parts *parts, size_t samples,
                      struct hypotheses *hypotheses);

#endif
