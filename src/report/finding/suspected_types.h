/*
 * suspected_types - what a second run is to watch, after the first one's report.
 */
#ifndef REFTALLY_REPORT_FINDING_SUSPECTED_TYPES_H
#define REFTALLY_REPORT_FINDING_SUSPECTED_TYPES_H

#include "report/finding/finding.h"

/*
 * As REFTALLY_SUSPECTS has them, to be freed: the types of what has references
 * too many, and those that the modules which may be to blame take apart: these
 * may be what held it. NULL: there are none.
 */
char *suspected_types(const struct report *report);

#endif
