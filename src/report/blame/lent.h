/*
 * lent - who gave away references to a static object that nobody took.
 *
 * No change of a count shows a reference that was returned or stored without a
 * taking: it is read off the code of the modules that ran, once a census has
 * shown that such references are missing.
 */
#ifndef REFTALLY_REPORT_BLAME_LENT_H
#define REFTALLY_REPORT_BLAME_LENT_H

#include "report/detect/suspects.h"

void lent_argue(const struct inputs *inputs, const struct suspect *suspect,
                struct hypotheses *hypotheses);

#endif
