/*
 * judgement - how much of a run could be judged, and why not all of it.
 *
 * "No findings" is said of a run that was judged whole, and of no other. This
 * module alone decides it; renderers and commands print what it says.
 */
#ifndef REFTALLY_REPORT_RUN_JUDGEMENT_H
#define REFTALLY_REPORT_RUN_JUDGEMENT_H

#include "report/finding/finding.h"
#include "report/run/gap.h"

struct judgement {
    enum judged judged;
    size_t findings;
    struct judgement_gap *gaps; /* the worst first */
    size_t gap_count;
    char *next; /* the command to type now; NULL: there is none */
};

/* The findings of the report must be complete. */
void judgement_build(struct judgement *judgement, const struct report *report);
void judgement_clear(struct judgement *judgement);

/* "judged in part" */
const char *judged_word(enum judged judged);

/* "judged, 2 findings"; to be freed. */
char *judgement_line(const struct judgement *judgement);

#endif
