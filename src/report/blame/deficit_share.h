/*
 * deficit_share - how likely each is who may have released too often, or have
 * given away what nobody took.
 */
#ifndef REFTALLY_REPORT_BLAME_DEFICIT_SHARE_H
#define REFTALLY_REPORT_BLAME_DEFICIT_SHARE_H

#include <stdbool.h>

#include "report/evidence/hypothesis.h"

/*
 * Each its part of what is sure, and what is left over is for those whose code
 * gives it away; and it may be none of them. `shared`: all code releases such.
 */
void deficit_share(struct hypotheses *hypotheses, bool shared);

#endif
