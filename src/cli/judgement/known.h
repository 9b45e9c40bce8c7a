/*
 * known - findings that somebody knows of: by rules, or from an earlier run.
 */
#ifndef REFTALLY_CLI_JUDGEMENT_KNOWN_H
#define REFTALLY_CLI_JUDGEMENT_KNOWN_H

#include "report/finding/finding.h"
#include "report/text/error.h"

/*
 * Takes from a report what a rule suppresses, and what a baseline has unless it
 * has grown; says how many those were. Either path may be NULL.
 */
bool known_apply(struct report *report, const char *rules_path,
                 const char *baseline_path, struct error *error);

#endif
