/*
 * gap_rules - the rules of gaps.h, and what they have in common.
 */
#ifndef REFTALLY_REPORT_RUN_GAP_RULES_H
#define REFTALLY_REPORT_RUN_GAP_RULES_H

#include "report/finding/finding.h"
#include "report/run/gap.h"

/* As gap_examine. */
typedef bool gap_rule(const struct report *report, struct judgement_gap *out,
                      char **next);

/* How it ended. */
gap_rule gap_stopped, gap_running, gap_cut_short, gap_calls, gap_died,
    gap_fault, gap_went_on;

/* Whether somebody knows who owned what. */
gap_rule gap_owners;

/* What was seen until then. */
gap_rule gap_start, gap_untracked, gap_unseen, gap_room, gap_stacks, gap_missed,
    gap_outside, gap_refused, gap_torn, gap_births;

/* The same run, with a number for a setting: "10", "256M". */
char *gap_again(const struct report *report, const char *setting,
                uint64_t number, const char *unit);

/* With checkpoints, of which there are some before it ends where it did. */
char *gap_with_checkpoints(const struct report *report);

/* With more memory than the run had; NULL: there is no more. */
char *gap_with_memory(const struct report *report);

#endif
