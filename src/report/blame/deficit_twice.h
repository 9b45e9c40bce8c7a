/*
 * deficit_twice - which call released an object for the last time, and then
 * once more.
 */
#ifndef REFTALLY_REPORT_BLAME_DEFICIT_TWICE_H
#define REFTALLY_REPORT_BLAME_DEFICIT_TWICE_H

#include "report/blame/blame.h"

/* An object that was released when it was dead. */
void deficit_twice(const struct blame_sources *sources, uint32_t account,
                   double fall, struct candidates *candidates);

#endif
