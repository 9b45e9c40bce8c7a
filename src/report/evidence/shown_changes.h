/*
 * shown_changes - what was seen of an object in static data whose changes are seen
 * for a while, from its rise on until the interpreter lets go of all.
 *
 * Once the interpreter has begun to, all that happens to the object is of its end,
 * whether its stack tells so or not.
 */
#ifndef REFTALLY_REPORT_EVIDENCE_SHOWN_CHANGES_H
#define REFTALLY_REPORT_EVIDENCE_SHOWN_CHANGES_H

#include <stdbool.h>
#include <stdint.h>

#include "report/symbols/stacks.h"

struct shown_changes {
    int64_t net; /* taken and not given back */
    bool has_takings;
};

/* Without what set-up did. */
struct shown_changes shown_changes_of(const struct ledger *ledger,
                                      struct stacks *stacks,
                                      const struct ledger_account *account);

#endif
