/*
 * lent_copies - functions into which others are inlined that do the same.
 */
#ifndef REFTALLY_REPORT_BLAME_LENT_COPIES_H
#define REFTALLY_REPORT_BLAME_LENT_COPIES_H

#include "report/evidence/hypothesis.h"
#include "report/evidence/inputs.h"

/*
 * Whose code gives references away because another of these functions is inlined
 * there, of which the compiler may have left no trace on the line, is dropped. And
 * where one function that returns objects is inlined into all of them, it stands
 * for them.
 */
void lent_drop_copies(const struct inputs *inputs,
                      struct hypotheses *hypotheses);

#endif
