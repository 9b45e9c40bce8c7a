/*
 * lent_owners - whose field it is that was lent.
 */
#ifndef REFTALLY_REPORT_BLAME_LENT_OWNERS_H
#define REFTALLY_REPORT_BLAME_LENT_OWNERS_H

#include "report/evidence/hypothesis.h"
#include "report/evidence/inputs.h"

/*
 * What a field of C has only the code of its own module can hand out without a
 * taking: where the object stands in such a field, and one of these functions is
 * of that module, those of others are less likely.
 */
void lent_owners_prefer(const struct inputs *inputs, uint32_t account,
                        struct hypotheses *hypotheses);

#endif
