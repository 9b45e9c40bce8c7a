/*
 * type_owed - instances that die without giving back their type.
 *
 * Since 3.8 every instance of a heap type owns a reference to it, which its
 * tp_dealloc must release. Where a type has more references than owners, and
 * hardly ever got one back while many instances were taken apart, that one is
 * suspected.
 */
#ifndef REFTALLY_REPORT_BLAME_TYPE_OWED_H
#define REFTALLY_REPORT_BLAME_TYPE_OWED_H

#include "report/detect/verdict.h"
#include "report/evidence/hypothesis.h"

/* Adds the functions that take such instances apart. */
void type_owed_argue(const struct inputs *inputs, const struct suspect *suspect,
                     struct hypotheses *hypotheses);

/*
 * Whoever has instances made takes no reference to their type that it could
 * forget: each is the instance's, until that dies.
 */
void type_owed_excuse(const struct inputs *inputs,
                      const struct suspect *suspect,
                      struct hypotheses *hypotheses);

#endif
