/*
 * overwriters - whose code writes over a slot and forgets what was in it.
 *
 * The functions that took the references of a suspect keep some of them in
 * fields and variables, by their code. A store elsewhere in the same module that
 * neither finds such a slot empty nor gives back what is there may be how they
 * were lost, although it never touches their counts.
 */
#ifndef REFTALLY_REPORT_OVERWRITERS_H
#define REFTALLY_REPORT_OVERWRITERS_H

#include "report/verdict.h"

/*
 * If there are such stores, puts those who make them among the finding's sites,
 * according to how likely it is that it was one of them.
 */
void overwriters_apply(const struct report *report,
                       const struct suspect *suspect, struct finding *finding);

#endif
