/*
 * account - one object's life: what was taken and released where.
 *
 * The audit is here: every change compares the count found in the object with
 * the one that the account expects. A difference is a change that nobody saw;
 * it is counted between the two sites that did see the object.
 */
#ifndef REFTALLY_LEDGER_ACCOUNT_H
#define REFTALLY_LEDGER_ACCOUNT_H

#include "ledger/accounts.h"

/* Whether the index has a page for the address; makes it. False: no room. */
bool account_make_page(struct accounts *accounts, uint64_t object);

/* What one change was. */
struct change {
    uint32_t site;
    uint32_t tag; /* 0: not recorded */
    uint32_t python;
    uint32_t activation; /* frame evaluation, 0: none */
    int64_t before, after;
    struct ledger_pending_change *waiting; /* account_waiting */
};

static inline uint32_t
account_what(const struct change *change)
{
    return change->tag |
           (change->after < change->before ? (uint32_t)LEDGER_PENDING_RELEASED
                                           : 0);
}

/* A waiting change that can be counted with this one, or NULL. */
static inline struct ledger_pending_change *
account_waiting(const struct accounts *accounts, uint32_t index,
                const struct change *change)
{
    uint32_t what = account_what(change);
    uint32_t count = store_account(accounts->store, index)->pending;
    struct ledger_pending_change *waiting =
        store_pending(accounts->store, index)->changes;

    for (uint32_t i = 0; i < count; i++, waiting++) {
        if (waiting->what == what &&
            (change->after < change->before ||
             waiting->activation == change->activation)) {
            return waiting;
        }
    }
    return NULL;
}

/* Opens an account without changes; 0: no room. */
uint32_t account_open(struct accounts *accounts, uint64_t object, uint32_t type,
                      uint32_t state, int64_t references);

/*
 * The object lives at another address now. False: no room in the index; the
 * account must be closed then.
 */
bool account_move(struct accounts *accounts, uint32_t index, uint64_t object);

/* No object lives at its address any more; account_move gives it another. */
void account_detach(struct accounts *accounts, uint32_t index);

/*
 * Records a change, of which account_waiting was asked. What happened at a tag
 * waits in LEDGER_PENDING, and becomes part of the entry of that tag when there
 * are too many.
 */
void account_change(struct accounts *accounts, uint32_t index,
                    const struct change *change);

/*
 * True: changes at this tag belong to an entry, whose Python stack is that of
 * its first change. False: maybe not.
 */
bool account_knows(const struct accounts *accounts, uint32_t index,
                   uint32_t tag);

/* Everything that waits becomes part of the account's entries. */
void account_enter_pending(struct accounts *accounts, uint32_t index);

/* What is known of its changes is forgotten; the object stays. */
void account_forget(struct accounts *accounts, uint32_t index);

/* Forgets the account: its memory was freed or used for something else. */
void account_close(struct accounts *accounts, uint32_t index);

#endif
