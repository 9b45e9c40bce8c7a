/*
 * analysis - a ledger goes in, findings come out.
 */
#ifndef REFTALLY_REPORT_BLAME_ANALYSIS_H
#define REFTALLY_REPORT_BLAME_ANALYSIS_H

#include <stdio.h>

#include "report/finding/finding.h"

/* Called now and then with what is being done; may be NULL. */
typedef void analysis_progress(const char *what);

/*
 * `ledger` and `path` must outlive the report. Without `names` no file but the
 * ledger is opened, and functions are called IMAGE+0xOFFSET.
 */
void analysis_build(struct report *report, const struct ledger *ledger,
                    const char *path, bool names, analysis_progress *progress);
/* What the balanced lives of a ledger teach; see background_write. */
void analysis_learn(FILE *file, const struct ledger *ledger);
void report_clear(struct report *report);

/* Whether the process that writes this ledger is alive. */
bool analysis_still_runs(const struct ledger_header *header);

#endif
