/*
 * elsewhere - who is likely to blame for one finding is, for another.
 *
 * A bug shows in objects of several types, or born in several ways, and each
 * group of them tells something else about its culprit.
 */
#ifndef REFTALLY_REPORT_BLAME_ELSEWHERE_H
#define REFTALLY_REPORT_BLAME_ELSEWHERE_H

#include "report/detect/suspects.h"

/* The findings have been weighed by themselves; they are weighed again. Of each
 * the suspect is given. */
void elsewhere_argue(struct finding *findings, struct suspect *const *suspects,
                     size_t count);

#endif
