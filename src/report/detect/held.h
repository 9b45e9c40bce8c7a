/*
 * held - objects that all have owners, and still become more and more: a cache
 * or a list that nobody empties.
 */
#ifndef REFTALLY_REPORT_DETECT_HELD_H
#define REFTALLY_REPORT_DETECT_HELD_H

#include "report/finding/finding.h"

/* Adds a finding for each class that grows steadily over the checkpoints. */
void held_find(struct report *report);

/*
 * Takes back those whose owners are all expected, and adds one for each class
 * that is watched and has another owner.
 */
struct expect;
void held_apply(struct report *report, const struct expect *rules);

#endif
