/*
 * held - objects that all have owners, and still become more and more: a cache
 * or a list that nobody empties.
 */
#ifndef REFTALLY_REPORT_DETECT_HELD_H
#define REFTALLY_REPORT_DETECT_HELD_H

#include <stdbool.h>

#include "report/finding/finding.h"

/* Adds a finding for each class that grows steadily over the checkpoints. */
void held_find(struct report *report);

/*
 * Whether it is told of objects like this one that memory of C holds them, to
 * which something leads. They are no surplus besides: nobody knows whether such
 * a pointer is left over, and one bug is told of once.
 */
bool held_tells_of(const struct report *report,
                   const struct ledger_account *account);

/*
 * Takes back those whose owners are all expected, and adds one for each class
 * that is watched and has another owner.
 */
struct expect;
void held_apply(struct report *report, const struct expect *rules);

#endif
