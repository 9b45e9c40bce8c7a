/*
 * pending - how a change becomes part of an entry.
 *
 * The host does it when an account has no room for more changes, the reporter
 * for all that are left.
 */
#ifndef REFTALLY_LEDGER_PENDING_H
#define REFTALLY_LEDGER_PENDING_H

#include <reftally/ledger_format.h>
#include <stdint.h>

/* Changes at one tag, for now outside the table of entries. */
struct pending_step {
    uint32_t tag, python, activation;
    int64_t delta;        /* references taken, or released when negative */
    uint32_t first, last; /* account.changes with them */
};

/* Number i of those that wait. */
struct pending_step pending_step(const struct ledger_pending *pending,
                                 uint32_t i);

/* Adds it to entry `number` of the account, whose tag it has. */
void pending_enter(struct ledger_account *account, struct ledger_entry *entries,
                   uint32_t number, const struct pending_step *step);

#endif
