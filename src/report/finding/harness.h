/*
 * harness - what a test runner keeps of each test, of its own accord.
 *
 * pytest keeps the items, reports and stashes of all tests until it ends. They
 * grow with the tests as a leak grows with calls, and nobody who wrote a test
 * can mend that.
 */
#ifndef REFTALLY_REPORT_FINDING_HARNESS_H
#define REFTALLY_REPORT_FINDING_HARNESS_H

#include "report/finding/finding.h"

/*
 * Marks the findings whose objects pytest made, and all of whose owners lie
 * within objects of pytest's own types.
 */
void harness_mark(struct report *report);

#endif
