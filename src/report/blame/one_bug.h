/*
 * one_bug - findings that blame the same line are one.
 *
 * A release that is missing once is missed by objects of several types, and by
 * those of one type that were born in different ways, and so is a reference that
 * is given away and was not taken: the heaviest finding stays and names the
 * others. So are those of small numbers, of which nobody saw who took them. An
 * exception that a function takes from the interpreter and forgets is lost with
 * its traceback, and with its type.
 */
#ifndef REFTALLY_REPORT_BLAME_ONE_BUG_H
#define REFTALLY_REPORT_BLAME_ONE_BUG_H

#include "report/finding/finding.h"

/* The findings are in their order, which stays. */
void one_bug_join(struct report *report);

#endif
