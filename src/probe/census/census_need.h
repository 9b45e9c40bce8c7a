/*
 * census_need - whether a verdict may need owners.
 *
 * Of objects alike there must be some, a lone one must have many references, and
 * who asked for checkpoints or expects something is told in any case. A short
 * program has neither.
 */
#ifndef REFTALLY_PROBE_CENSUS_CENSUS_NEED_H
#define REFTALLY_PROBE_CENSUS_CENSUS_NEED_H

#include <stdbool.h>

bool census_need(void);

#endif
