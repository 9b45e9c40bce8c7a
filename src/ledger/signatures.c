#include "ledger/signatures.h"

#include "ledger/account.h"
#include "ledger/hash.h"

static uint64_t
hash_of_signature(const void *store, uint32_t index)
{
    return store_signature((const struct store *)store, index)->hash;
}

static void
add(struct accounts *accounts, const struct ledger_account *account,
    uint64_t hash)
{
    struct store *store = accounts->store;
    uint32_t index, first, next;
    struct ledger_signature *signature;

    if ((first = store_add(store, LEDGER_SIGNATURE_ENTRIES,
                           account->entry_count)) == 0 ||
        (index = store_add(store, LEDGER_SIGNATURES, 1)) == 0) {
        store->header->signatures_dropped++;
        return;
    }
    signature = store_signature(store, index);
    signature->hash = hash;
    signature->type = account->type;
    signature->birth = account->birth;
    signature->first = first;
    signature->count = account->entry_count;
    next = first;
    for (uint32_t i = account->entries; i != 0;
         i = store_entry(store, i)->next) {
        const struct ledger_entry *entry = store_entry(store, i);
        struct ledger_signature_entry *copy =
            store_signature_entry(store, next++);

        copy->tag = entry->tag;
        copy->taken = entry->taken;
        copy->released = entry->released;
        copy->last = entry->last;
    }
    signature->objects = (uint64_t)1 << account->sampling;
    slots_append(&accounts->signatures, index, hash_of_signature, store);
}

/* The hash is never 0. */
static uint64_t
hash_of_life(const struct accounts *accounts, uint32_t index)
{
    const struct ledger_account *account =
        store_account(accounts->store, index);

    return hash_mix(hash_mix(account->type, account->birth),
                    store_pending(accounts->store, index)->history) |
           1;
}

static uint32_t
find(const struct accounts *accounts, uint64_t hash)
{
    uint32_t slot = slots_first(&accounts->signatures, hash);
    uint32_t found;

    while ((found = accounts->signatures.at[slot]) != 0 &&
           store_signature(accounts->store, found)->hash != hash) {
        slot = slots_next(&accounts->signatures, slot);
    }
    return found;
}

/* A life that was not recorded throughout proves nothing. */
static bool
was_recorded(const struct accounts *accounts,
             const struct ledger_account *account)
{
    return account->state == LEDGER_ACCOUNT_BORN && accounts->tagged &&
           (account->flags & LEDGER_ACCOUNT_RESTED) == 0;
}

void
signatures_fold(struct accounts *accounts, uint32_t index)
{
    const struct ledger_account *account =
        store_account(accounts->store, index);

    if (was_recorded(accounts, account)) {
        uint64_t hash = hash_of_life(accounts, index);
        uint32_t found = find(accounts, hash);

        if (found != 0) {
            store_signature(accounts->store, found)->objects +=
                (uint64_t)1 << account->sampling;
        }
        else {
            account_enter_pending(accounts, index);
            if (account->entry_count > 0) {
                add(accounts, account, hash);
            }
        }
    }
    account_close(accounts, index);
}
