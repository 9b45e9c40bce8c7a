/*
 * lent_instead - who gave away what somebody else released.
 *
 * Who released without having taken may have been given less than was due to it.
 * Where nobody is blamed for a release, or several are, or only the interpreter,
 * whose code gives away what it has not is rather to blame.
 */
#ifndef REFTALLY_REPORT_BLAME_LENT_INSTEAD_H
#define REFTALLY_REPORT_BLAME_LENT_INSTEAD_H

#include "report/blame/blame.h"
#include "report/detect/suspects.h"

/* Adds to `hypotheses`, and then leaves no candidate, or those functions only that
 * are none. */
void lent_instead(const struct inputs *inputs,
                  const struct blame_sources *sources,
                  const struct suspect *suspect, struct candidates *candidates,
                  struct hypotheses *hypotheses);

#endif
