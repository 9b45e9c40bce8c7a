/*
 * check_rules - the file of suppressions that `reftally check` is given.
 */
#ifndef REFTALLY_CLI_JUDGEMENT_CHECK_RULES_H
#define REFTALLY_CLI_JUDGEMENT_CHECK_RULES_H

#include "report/compare/suppressions.h"

/* `path` NULL: there are none. False: `error` says what is wrong. */
bool check_rules_read(struct suppressions *suppressions, const char *path,
                      struct error *error);

/* Says on standard error what somebody should look at in the file. */
void check_rules_review(const struct suppressions *suppressions,
                        const char *path);

#endif
