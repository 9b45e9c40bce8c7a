/*
 * misses - changes that the audit found missing, by where.
 */
#ifndef REFTALLY_LEDGER_MISSES_H
#define REFTALLY_LEDGER_MISSES_H

#include "ledger/accounts.h"

/*
 * The count of the account's object is `delta` more than was expected: somebody
 * changed it between the account's last site and this one.
 */
void misses_add(struct accounts *accounts, const struct ledger_account *account,
                uint32_t site, int64_t delta);

#endif
