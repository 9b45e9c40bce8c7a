/*
 * expectations - the file of REFTALLY_EXPECT, applied to a report.
 */
#ifndef REFTALLY_CLI_JUDGEMENT_EXPECTATIONS_H
#define REFTALLY_CLI_JUDGEMENT_EXPECTATIONS_H

#include "report/finding/finding.h"
#include "report/text/error.h"

/*
 * `path` NULL: the file that the environment names, if any. False: the report
 * stays as it is, and `error` says what is wrong with the file.
 */
bool expectations_apply(struct report *report, const char *path,
                        struct error *error);

#endif
