/*
 * by_code - who may be to blame for a surplus by what his code does, although
 * he never touches the counts.
 *
 * The functions that took the references of a suspect keep some of them in
 * fields and variables. Forgetful code about these slots elsewhere in the same
 * module may be how they were lost; and so may code that takes exceptions away,
 * if the suspect is one.
 */
#ifndef REFTALLY_REPORT_BLAME_BY_CODE_H
#define REFTALLY_REPORT_BLAME_BY_CODE_H

#include "report/detect/verdict.h"
#include "report/evidence/hypothesis.h"

/* Adds such functions, after those whom balanced lives point at. */
void by_code_argue(const struct inputs *inputs, const struct suspect *suspect,
                   struct hypotheses *hypotheses);

#endif
