/*
 * lent - who gave away references that nobody took, by the code alone.
 *
 * No change of a count shows a reference that was returned or stored without a
 * taking, and none of None's is seen: it is read off the code of the modules
 * that ran, once references certainly are missing and no release tells whose.
 * First what code does with the object itself, if that is in static data; then
 * with what calls returned; then with what it never owned.
 */
#ifndef REFTALLY_REPORT_BLAME_LENT_H
#define REFTALLY_REPORT_BLAME_LENT_H

#include "report/detect/suspects.h"

/* What was read of the modules' code, for all suspects. */
struct lent;

struct lent *lent_create(void);
void lent_free(struct lent *lent);

void lent_argue(const struct inputs *inputs, const struct suspect *suspect,
                struct hypotheses *hypotheses);

/* Who gives away what calls returned, or what it never owned, of whatever object;
 * nobody where there is too much code to read. */
void lent_argue_all(const struct inputs *inputs, struct hypotheses *hypotheses);

#endif
