/*
 * lent_place - the line to show of code that gives away what it has not.
 */
#ifndef REFTALLY_REPORT_EVIDENCE_CODE_LENT_PLACE_H
#define REFTALLY_REPORT_EVIDENCE_CODE_LENT_PLACE_H

#include "arch/handing.h"
#include "report/symbols/symbols.h"

/*
 * Where a path used the pointer last, or where an inlined function got it to
 * return it. What is returned as it came was used nowhere but `from` where it
 * came.
 */
const struct place *lent_place(struct symbols *symbols, uint32_t image,
                               const struct handing_lent *lent, uint64_t from);

/* Is that what several paths have in common, and near to it only? */
bool lent_place_is_shared(struct symbols *symbols, uint32_t image,
                          const struct handing_lent *lent);

#endif
