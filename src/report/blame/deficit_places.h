/*
 * deficit_places - which places released without having taken.
 */
#ifndef REFTALLY_REPORT_BLAME_DEFICIT_PLACES_H
#define REFTALLY_REPORT_BLAME_DEFICIT_PLACES_H

#include "report/blame/blame.h"

/* `ordinary`: also those that balanced lives were released by. */
void deficit_places(const struct blame_sources *sources, uint32_t account,
                    double fall, bool ordinary, struct candidates *candidates);

#endif
