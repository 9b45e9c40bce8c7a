/*
 * entries - what an account has by stack tag.
 *
 * The first ACCOUNT_OWN entries belong to the account's record for good, and
 * their tags lie side by side. Those behind them are linked; from
 * ACCOUNT_CHAIN_MAX on all of them are found by a hash.
 */
#ifndef REFTALLY_LEDGER_ENTRIES_H
#define REFTALLY_LEDGER_ENTRIES_H

#include "ledger/accounts.h"
#include "ledger/hash.h"
#include "ledger/pending.h"

static inline uint64_t
entries_hash(uint32_t account, uint32_t tag)
{
    return hash_mix(account, tag);
}

static inline bool
entries_is(const struct accounts *accounts, uint32_t entry, uint32_t account,
           uint32_t tag)
{
    const struct ledger_entry *found = store_entry(accounts->store, entry);

    return found->account == account && found->tag == tag;
}

/* Where the entry of a tag may be remembered. */
static inline struct entry_guess *
entries_guess_at(const struct accounts *accounts, uint64_t hash)
{
    return &accounts->guesses[hash >> 32 & (ACCOUNT_GUESSES - 1)];
}

/* The entry of a tag if it is remembered, else 0. An entry is looked at only
   where its mark stands: it is far from what else is looked at here. */
static inline uint32_t
entries_guess(const struct accounts *accounts, uint32_t account, uint32_t tag)
{
    uint64_t hash = entries_hash(account, tag);
    const struct entry_guess *guess = entries_guess_at(accounts, hash);

    return guess->mark == (uint32_t)hash && guess->entry != 0 &&
                   entries_is(accounts, guess->entry, account, tag)
               ? guess->entry
               : 0;
}

/* The entry of a tag, or 0: what is not remembered. */
uint32_t entries_search(const struct accounts *accounts, uint32_t account,
                        uint32_t tag);

/* The entry of a tag, or 0. */
static inline uint32_t
entries_find(const struct accounts *accounts, uint32_t account, uint32_t tag)
{
    uint32_t entry = entries_guess(accounts, account, tag);

    if (entry == 0) {
        entry = entries_search(accounts, account, tag);
        if (entry != 0) {
            uint64_t hash = entries_hash(account, tag);

            *entries_guess_at(accounts, hash) =
                (struct entry_guess){ entry, (uint32_t)hash };
        }
    }
    return entry;
}

/* An entry for the tag of the step, which has none yet; 0: no room. */
uint32_t entries_add(struct accounts *accounts, uint32_t account,
                     const struct pending_step *step);

/* The account has no entries any more. */
void entries_free(struct accounts *accounts, uint32_t account);

#endif
