/*
 * type_owed - instances that die without giving back their type.
 *
 * Since 3.8 every instance of a heap type owns a reference to it, which its
 * tp_dealloc must release. Where a type has more references than owners, and
 * hardly ever got one back while many instances were taken apart, nobody else
 * can be to blame.
 */
#ifndef REFTALLY_REPORT_BLAME_TYPE_OWED_H
#define REFTALLY_REPORT_BLAME_TYPE_OWED_H

#include "report/detect/verdict.h"

/* If it is that: puts those functions first among the finding's sites. */
bool type_owed_apply(const struct inputs *inputs, const struct suspect *suspect,
                     struct finding *finding);

#endif
