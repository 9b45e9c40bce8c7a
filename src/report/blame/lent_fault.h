/*
 * lent_fault - whose code gives references away, where a program died of that.
 *
 * Where the memory of an object that was released too early is another's before
 * anybody uses it, nothing that was recorded tells which it was. What is left is
 * where the program died, and the code of the modules that ran: who, on some
 * path, releases, returns or gives away what it does not own.
 */
#ifndef REFTALLY_REPORT_BLAME_LENT_FAULT_H
#define REFTALLY_REPORT_BLAME_LENT_FAULT_H

#include "report/finding/finding.h"

/* Adds a finding of no object, if few are suspected. */
void lent_fault_find(struct report *report);

#endif
