#include "ledger/account.h"

#include "ledger/entries.h"
#include "ledger/misses.h"

static uint32_t *
index_slot(struct account_index *index, uint64_t object)
{
    uint32_t *page = &index->directory[object >> ACCOUNT_INDEX_PAGE_SHIFT];

    if (*page == 0) {
        if (index->page_count + 1 >= index->page_limit) {
            return NULL;
        }
        *page = ++index->page_count;
        index->regions[*page] = (uint32_t)(object >> ACCOUNT_INDEX_PAGE_SHIFT);
    }
    return &index->pages[(uint64_t)*page * ACCOUNT_INDEX_PAGE_SLOTS +
                         ((object >> 4) & (ACCOUNT_INDEX_PAGE_SLOTS - 1))];
}

bool
account_make_page(struct accounts *accounts, uint64_t object)
{
    return index_slot(&accounts->index, object) != NULL;
}

/* A record that never was one, and what waits with it; 0: no room. */
static uint32_t
new_account(struct accounts *accounts)
{
    struct store *store = accounts->store;
    uint32_t index = store_add(store, LEDGER_ACCOUNTS, 1);

    while (accounts->tagged && index >= *store->tables[LEDGER_PENDING].used) {
        if (store_add(store, LEDGER_PENDING, 1) == 0) {
            return 0; /* a record is lost: there is no room for any more */
        }
    }
    return index;
}

uint32_t
account_open(struct accounts *accounts, uint64_t object, uint32_t type,
             uint32_t state, int64_t references)
{
    uint32_t *slot = index_slot(&accounts->index, object);
    uint32_t index = accounts->free_accounts;
    struct ledger_account *account;

    if (slot == NULL) {
        return 0;
    }
    if (index != 0) {
        accounts->free_accounts =
            store_account(accounts->store, index)->entries;
        if (accounts->tagged) {
            store_pending(accounts->store, index)->history = 0;
            store_pending(accounts->store, index)->kind = 0;
        }
    }
    else if ((index = new_account(accounts)) == 0) {
        return 0;
    }
    account = store_account(accounts->store, index);
    *account = (struct ledger_account){
        .object = object,
        .references = references,
        .serial = ++accounts->serial,
        .type = type,
        .state = (uint8_t)state,
        .adopted_references =
            state == LEDGER_ACCOUNT_ADOPTED ? (int32_t)references : 0,
    };
    *slot = index;
    return index;
}

void
account_detach(struct accounts *accounts, uint32_t index)
{
    uint64_t object = store_account(accounts->store, index)->object;
    uint32_t *slot = index_slot(&accounts->index, object);

    if (slot != NULL && *slot == index) {
        *slot = 0;
    }
}

bool
account_move(struct accounts *accounts, uint32_t index, uint64_t object)
{
    uint32_t *to = index_slot(&accounts->index, object);

    if (to == NULL) {
        return false;
    }
    account_detach(accounts, index);
    store_account(accounts->store, index)->object = object;
    *to = index;
    return true;
}

static void
enter(struct accounts *accounts, uint32_t index,
      const struct pending_step *step)
{
    uint32_t number = entries_find(accounts, index, step->tag);

    if (number == 0) {
        number = entries_add(accounts, index, step);
    }
    if (number != 0) {
        pending_enter(store_account(accounts->store, index),
                      store_entry(accounts->store, 0), number, step);
    }
}

bool
account_knows(const struct accounts *accounts, uint32_t index, uint32_t tag)
{
    return store_account(accounts->store, index)->entry_count != 0 &&
           entries_guess(accounts, index, tag) != 0;
}

void
account_enter_pending(struct accounts *accounts, uint32_t index)
{
    struct ledger_account *account = store_account(accounts->store, index);
    uint32_t count = account->pending;

    account->pending = 0;
    for (uint32_t i = 0; i < count; i++) {
        struct pending_step step =
            pending_step(store_pending(accounts->store, index), i);

        enter(accounts, index, &step);
    }
}

/* More references than can wait. */
static void
enter_many(struct accounts *accounts, uint32_t index,
           const struct change *change, int64_t delta)
{
    uint32_t order = store_account(accounts->store, index)->changes + 1;
    struct pending_step step = {
        .tag = change->tag,
        .python = change->python,
        .activation = change->activation,
        .delta = delta,
        .first = order,
        .last = order,
    };

    account_enter_pending(accounts, index);
    enter(accounts, index, &step);
}

static void
note(struct accounts *accounts, uint32_t index, const struct change *change,
     int64_t delta)
{
    struct ledger_account *account = store_account(accounts->store, index);
    struct ledger_pending *pending = store_pending(accounts->store, index);
    struct ledger_pending_change *waiting = change->waiting;
    uint64_t count = (uint64_t)(delta < 0 ? -delta : delta);
    uint32_t what = account_what(change);

    /* The sum is the same for lives that took and released the same, anyhow. */
    pending->history += hash_mix(what, 1) * count;
    if (count > LEDGER_PENDING_COUNT_MAX) {
        enter_many(accounts, index, change, delta);
        return;
    }
    if (account->pending > 0 &&
        (account->changes - pending->since >= UINT16_MAX ||
         (waiting == NULL && account->pending == LEDGER_PENDING_MAX) ||
         (waiting != NULL &&
          waiting->count + count > LEDGER_PENDING_COUNT_MAX))) {
        account_enter_pending(accounts, index);
        waiting = NULL;
    }
    if (waiting == NULL) {
        if (account->pending == 0) {
            pending->since = account->changes;
        }
        waiting = &pending->changes[account->pending++];
        *waiting = (struct ledger_pending_change){ what, change->python,
                                                   change->activation, 0, 0 };
    }
    waiting->count = (uint16_t)(waiting->count + count);
    waiting->last = (uint16_t)(account->changes + 1 - pending->since);
}

void
account_change(struct accounts *accounts, uint32_t index,
               const struct change *change)
{
    struct ledger_account *account = store_account(accounts->store, index);
    int64_t delta = change->after - change->before;

    if (change->before != account->references) {
        misses_add(accounts, account, change->site,
                   change->before - account->references);
    }
    if (change->tag != 0 && delta != 0) {
        note(accounts, index, change, delta);
    }
    account->references = change->after;
    account->changes++;
    account->last_site = change->site;
}

void
account_forget(struct accounts *accounts, uint32_t index)
{
    struct ledger_account *account = store_account(accounts->store, index);

    account->pending = 0;
    account->changes = 0;
    account->taken_entry = 0;
    if (account->state == LEDGER_ACCOUNT_BORN) {
        account->adopted_references = (int32_t)account->references;
    }
    entries_free(accounts, index);
}

void
account_close(struct accounts *accounts, uint32_t index)
{
    struct ledger_account *account = store_account(accounts->store, index);

    account->state = LEDGER_ACCOUNT_FREE;
    account->pending = 0;
    account_detach(accounts, index);
    entries_free(accounts, index);
    account->object = 0;
    account->entries = accounts->free_accounts;
    accounts->free_accounts = index;
}
