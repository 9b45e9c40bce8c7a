/*
 * scattered - types whose objects have words that nobody writes to.
 *
 * What stands there was left over from who had the memory before, and points
 * anywhere: when such an object dies, it seems not to give back what it never
 * held. Fields that a type forgets are few, or stand in a row.
 */
#ifndef REFTALLY_REPORT_EVIDENCE_SCATTERED_H
#define REFTALLY_REPORT_EVIDENCE_SCATTERED_H

#include <stdbool.h>

#include "ledger/reader.h"

/* A flag for each type, by what its objects seemed to hold when they died. To be
   freed. */
bool *scattered_types(const struct ledger *ledger);

#endif
