/*
 * owner_names - everything that an owner may be called in a rule.
 */
#ifndef REFTALLY_REPORT_EVIDENCE_OWNER_NAMES_H
#define REFTALLY_REPORT_EVIDENCE_OWNER_NAMES_H

#include <stddef.h>

#include "ledger/reader.h"

enum { OWNER_NAMES_MAX = 8 };

struct owner_names {
    char *items[OWNER_NAMES_MAX];
    size_t count;
};

/*
 * Its kind, type and name, and those of what it is an attribute of, with a full
 * stop and the attribute behind them.
 */
void owner_names_find(struct owner_names *names, const struct ledger *ledger,
                      const struct ledger_owner *owner);
void owner_names_clear(struct owner_names *names);

#endif
