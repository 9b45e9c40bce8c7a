/*
 * filter - of all findings, those that somebody asks for.
 */
#ifndef REFTALLY_REPORT_COMPARE_FILTER_H
#define REFTALLY_REPORT_COMPARE_FILTER_H

#include "report/finding/finding.h"

/*
 * Keeps findings of these types, and with a place in these files: patterns as of
 * the shell, NULL for any. A file may be named without its folder. The others
 * are counted as left out.
 */
void filter_findings(struct report *report, const char *type, const char *file);

#endif
