/*
 * walls - functions out of which no reference passes.
 *
 * Who returns no object, and has no argument that says where to put one, can hand
 * none up: what it got from those that it called is not its callers' to lose,
 * however well their nets fit.
 */
#ifndef REFTALLY_REPORT_BLAME_WALLS_H
#define REFTALLY_REPORT_BLAME_WALLS_H

#include "report/blame/suspicion.h"
#include "report/evidence/account_sum.h"
#include "report/evidence/hypothesis.h"

/*
 * Of what each function kept, the share that was taken behind walls. `birth`: the
 * tag that the objects were born at.
 */
void walls_argue(const struct blame_sources *sources,
                 const struct tag_sum *sums, size_t count, uint32_t birth,
                 struct hypotheses *hypotheses);

#endif
