/*
 * growing_limit - caches and tables that grow until they are full, or have all
 * files of the program.
 */
#ifndef REFTALLY_REPORT_DETECT_GROWING_LIMIT_H
#define REFTALLY_REPORT_DETECT_GROWING_LIMIT_H

#include "report/evidence/inputs.h"

/*
 * Whether it is only in what has a limit: that fills, and then it is full; or in
 * calls that run. A
 * limit that no program reaches is none; and what a cache was asked with is not
 * asked for again when equal is only what is the same.
 */
bool growing_limit_bounds(const struct ledger *ledger,
                          const struct ledger_owned *owned);

/* Of the cache or queue that it is in; 0: there is none. */
uint32_t growing_limit_of(const struct ledger *ledger,
                          const struct ledger_owner *owner);

/* Is it in a cache that was asked with it, and nobody can ask with it again? What
 * else points to it, such as what is left over of old lists, is of no matter. */
bool growing_limit_is_asked(const struct ledger *ledger,
                            const struct ledger_owned *owned,
                            const struct ledger_owner *owner);

/* Is it in a known table of the standard library? */
bool growing_limit_is_table(const struct ledger *ledger,
                            const struct ledger_owner *owner);

#endif
