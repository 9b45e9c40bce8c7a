/*
 * analysis - a ledger goes in, findings come out.
 */
#ifndef REFTALLY_REPORT_BLAME_ANALYSIS_H
#define REFTALLY_REPORT_BLAME_ANALYSIS_H

#include <stdio.h>

#include "report/finding/finding.h"

/* Called now and then with what is being done; may be NULL. */
typedef void analysis_progress(const char *what);

struct analysis {
    const char *path;   /* of the ledger */
    const char *region; /* only what grows by its passes; NULL: everything */
    bool names; /* else no file but the ledger is opened, and functions are
                   called IMAGE+0xOFFSET */
    analysis_progress *progress;
};

/* The ledger, and what the request names, must outlive the report. */
void analysis_build(struct report *report, const struct ledger *ledger,
                    const struct analysis *request);
/* What the balanced lives of a ledger teach; see background_write. */
void analysis_learn(FILE *file, const struct ledger *ledger);
void report_clear(struct report *report);

/* Whether the process that writes this ledger is alive. */
bool analysis_still_runs(const struct ledger_header *header);

#endif
