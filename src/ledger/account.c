#include "ledger/account.h"

#include "ledger/hash.h"
#include "ledger/pending.h"

/* ---- address -> account ---- */

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

/* ---- entries ---- */

static uint64_t
entry_hash(uint32_t index, uint32_t tag)
{
    return hash_mix(index, tag);
}

static bool
entry_is(const struct accounts *accounts, uint32_t entry, uint32_t index,
         uint32_t tag)
{
    const struct ledger_entry *found = store_entry(accounts->store, entry);

    return found->account == index && found->tag == tag;
}

static uint32_t
find_in_slots(const struct accounts *accounts, uint32_t index, uint32_t tag)
{
    uint32_t slot = slots_first(&accounts->entries, entry_hash(index, tag));
    uint32_t entry;

    for (; (entry = accounts->entries.at[slot]) != 0;
         slot = slots_next(&accounts->entries, slot)) {
        if (entry_is(accounts, entry, index, tag)) {
            return entry;
        }
    }
    return 0;
}

static void
add_to_slots(struct accounts *accounts, uint32_t entry)
{
    const struct ledger_entry *added = store_entry(accounts->store, entry);

    slots_add(&accounts->entries, entry_hash(added->account, added->tag),
              entry);
}

/* All entries of accounts that are searched through the slots. */
static void
rebuild_slots(struct accounts *accounts)
{
    uint64_t used = *accounts->store->tables[LEDGER_ACCOUNTS].used;

    slots_double(&accounts->entries);
    for (uint32_t i = 1; i < used; i++) {
        const struct ledger_account *account =
            store_account(accounts->store, i);
        uint32_t entry = account->entries;

        if (account->state == LEDGER_ACCOUNT_FREE ||
            account->entry_count <= ACCOUNT_CHAIN_MAX) {
            continue;
        }
        for (; entry != 0; entry = store_entry(accounts->store, entry)->next) {
            add_to_slots(accounts, entry);
        }
    }
}

/* Removes it and closes the gap, so that no search ends too early. */
static void
remove_from_slots(struct accounts *accounts, uint32_t entry)
{
    const struct ledger_entry *gone = store_entry(accounts->store, entry);
    struct slots *slots = &accounts->entries;
    uint32_t slot = slots_first(slots, entry_hash(gone->account, gone->tag));

    while (slots->at[slot] != entry) {
        if (slots->at[slot] == 0) {
            return;
        }
        slot = slots_next(slots, slot);
    }
    for (uint32_t next = slots_next(slots, slot); slots->at[next] != 0;
         next = slots_next(slots, next)) {
        const struct ledger_entry *other =
            store_entry(accounts->store, slots->at[next]);
        uint32_t home =
            slots_first(slots, entry_hash(other->account, other->tag));

        if (((next - home) & slots->mask) >= ((next - slot) & slots->mask)) {
            slots->at[slot] = slots->at[next];
            slot = next;
        }
    }
    slots->at[slot] = 0;
    slots->count--;
}

/* Entry number i of those that belong to the record. */
static uint32_t
own_entry(const struct accounts *accounts, uint32_t index, uint32_t i)
{
    return accounts->groups[index * ACCOUNT_GROUPS + i / ACCOUNT_GROUP] +
           i % ACCOUNT_GROUP;
}

static uint32_t *
guess_of(const struct accounts *accounts, uint32_t index, uint32_t tag)
{
    return &accounts->entry_cache[entry_hash(index, tag) >> 32 &
                                  (ACCOUNT_ENTRY_CACHE - 1)];
}

static uint32_t
search_entry(const struct accounts *accounts, uint32_t index, uint32_t tag)
{
    const struct ledger_account *account =
        store_account(accounts->store, index);
    const uint32_t *tags = &accounts->tags[(uint64_t)index * ACCOUNT_OWN];
    uint32_t entry;

    for (uint32_t i = 0; i < ACCOUNT_OWN; i++) {
        if (tags[i] == tag) {
            return own_entry(accounts, index, i);
        }
    }
    if (account->entry_count <= ACCOUNT_OWN) {
        return 0;
    }
    if (account->entry_count > ACCOUNT_CHAIN_MAX) {
        return find_in_slots(accounts, index, tag);
    }
    entry = store_entry(accounts->store,
                        own_entry(accounts, index, ACCOUNT_OWN - 1))
                ->next;
    while (entry != 0 && store_entry(accounts->store, entry)->tag != tag) {
        entry = store_entry(accounts->store, entry)->next;
    }
    return entry;
}

/* The entry of a tag, or 0. */
static uint32_t
find_entry(const struct accounts *accounts, uint32_t index, uint32_t tag)
{
    uint32_t *guess = guess_of(accounts, index, tag);
    uint32_t entry = *guess;

    if (entry == 0 || !entry_is(accounts, entry, index, tag)) {
        entry = search_entry(accounts, index, tag);
        if (entry != 0) {
            *guess = entry;
        }
    }
    return entry;
}

/* The next entry that belongs to the record; 0: no room. */
static uint32_t
take_own(struct accounts *accounts, uint32_t index, uint32_t i)
{
    uint32_t *group =
        &accounts->groups[index * ACCOUNT_GROUPS + i / ACCOUNT_GROUP];

    if (*group == 0) {
        *group = store_add(accounts->store, LEDGER_ENTRIES, ACCOUNT_GROUP);
    }
    return *group == 0 ? 0 : *group + i % ACCOUNT_GROUP;
}

static uint32_t
take_from_list(struct accounts *accounts)
{
    uint32_t number = accounts->free_entries;

    if (number == 0) {
        return store_add(accounts->store, LEDGER_ENTRIES, 1);
    }
    accounts->free_entries = store_entry(accounts->store, number)->next;
    return number;
}

/* Behind the last of its own entries. */
static void
link_entry(struct accounts *accounts, struct ledger_account *account,
           uint32_t index, uint32_t number)
{
    uint32_t count = account->entry_count;

    if (count == 0) {
        account->entries = number;
    }
    else {
        uint32_t before = count < ACCOUNT_OWN ? count : ACCOUNT_OWN;
        struct ledger_entry *last = store_entry(
            accounts->store, own_entry(accounts, index, before - 1));

        store_entry(accounts->store, number)->next = last->next;
        last->next = number;
    }
    account->entry_count++;
}

static void
index_entry(struct accounts *accounts, const struct ledger_account *account,
            uint32_t number)
{
    if (account->entry_count <= ACCOUNT_CHAIN_MAX) {
        return;
    }
    if (slots_are_crowded(&accounts->entries)) {
        rebuild_slots(accounts);
    }
    else if (account->entry_count == ACCOUNT_CHAIN_MAX + 1) {
        for (uint32_t i = account->entries; i != 0;
             i = store_entry(accounts->store, i)->next) {
            add_to_slots(accounts, i);
        }
    }
    else {
        add_to_slots(accounts, number);
    }
}

static uint32_t
add_entry(struct accounts *accounts, uint32_t index,
          const struct pending_step *step)
{
    struct ledger_account *account = store_account(accounts->store, index);
    uint32_t count = account->entry_count;
    uint32_t number = count < ACCOUNT_OWN ? take_own(accounts, index, count)
                                          : take_from_list(accounts);

    if (number == 0) {
        accounts->store->header->entries_dropped++;
        return 0;
    }
    *store_entry(accounts->store, number) = (struct ledger_entry){
        .account = index,
        .tag = step->tag,
        .python = step->python,
        .first = step->first,
    };
    if (count < ACCOUNT_OWN) {
        accounts->tags[(uint64_t)index * ACCOUNT_OWN + count] = step->tag;
    }
    link_entry(accounts, account, index, number);
    index_entry(accounts, account, number);
    return number;
}

/* ---- changes ---- */

static void
add_miss(struct accounts *accounts, const struct ledger_account *account,
         uint32_t site, int64_t delta)
{
    struct store *store = accounts->store;
    uint64_t hash = hash_mix(hash_mix(account->last_site, site), account->type);
    uint32_t slot = slots_first(&accounts->misses, hash);
    struct ledger_miss *miss;
    uint32_t index;

    store->header->changes_missed += (uint64_t)(delta < 0 ? -delta : delta);
    for (; (index = accounts->misses.at[slot]) != 0;
         slot = slots_next(&accounts->misses, slot)) {
        miss = store_miss(store, index);
        if (miss->before_site == account->last_site &&
            miss->after_site == site && miss->type == account->type) {
            break;
        }
    }
    if (index == 0) {
        index = store_add(store, LEDGER_MISSES, 1);
        if (index == 0 || accounts->misses.count > accounts->misses.mask / 2) {
            return;
        }
        accounts->misses.at[slot] = index;
        accounts->misses.count++;
        miss = store_miss(store, index);
        miss->before_site = account->last_site;
        miss->after_site = site;
        miss->type = account->type;
    }
    miss->times++;
    miss->delta += delta;
}

static void
enter(struct accounts *accounts, uint32_t index,
      const struct pending_step *step)
{
    uint32_t number = find_entry(accounts, index, step->tag);

    if (number == 0) {
        number = add_entry(accounts, index, step);
    }
    if (number != 0) {
        pending_enter(store_account(accounts->store, index),
                      store_entry(accounts->store, 0), number, step);
    }
}

bool
account_knows(const struct accounts *accounts, uint32_t index, uint32_t tag)
{
    uint32_t entry;

    if (store_account(accounts->store, index)->entry_count == 0) {
        return false;
    }
    entry = *guess_of(accounts, index, tag);
    return entry != 0 && entry_is(accounts, entry, index, tag);
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
        add_miss(accounts, account, change->site,
                 change->before - account->references);
    }
    if (change->tag != 0 && delta != 0) {
        note(accounts, index, change, delta);
    }
    account->references = change->after;
    account->changes++;
    account->last_site = change->site;
}

/* ---- the end of a life ---- */

static void
free_entries(struct accounts *accounts, struct ledger_account *account,
             uint32_t index)
{
    uint32_t *tags = &accounts->tags[(uint64_t)index * ACCOUNT_OWN];
    bool hashed = account->entry_count > ACCOUNT_CHAIN_MAX;
    uint32_t number = account->entries;

    for (uint32_t i = 0; number != 0; i++) {
        struct ledger_entry *entry = store_entry(accounts->store, number);
        uint32_t next = entry->next;

        if (hashed) {
            remove_from_slots(accounts, number);
        }
        entry->account = 0;
        entry->next = 0;
        if (i < ACCOUNT_OWN) {
            tags[i] = 0;
        }
        else {
            entry->next = accounts->free_entries;
            accounts->free_entries = number;
        }
        number = next;
    }
    account->entries = 0;
    account->entry_count = 0;
}

void
account_close(struct accounts *accounts, uint32_t index)
{
    struct ledger_account *account = store_account(accounts->store, index);

    account->state = LEDGER_ACCOUNT_FREE;
    account->pending = 0;
    account_detach(accounts, index);
    free_entries(accounts, account, index);
    account->object = 0;
    account->entries = accounts->free_accounts;
    accounts->free_accounts = index;
}

static uint64_t
hash_of_signature(const void *store, uint32_t index)
{
    return store_signature((const struct store *)store, index)->hash;
}

static void
add_signature(struct accounts *accounts, const struct ledger_account *account,
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

void
account_fold(struct accounts *accounts, uint32_t index)
{
    const struct ledger_account *account =
        store_account(accounts->store, index);

    /* A life that was not recorded throughout proves nothing. */
    if (account->state == LEDGER_ACCOUNT_BORN && accounts->tagged &&
        (account->flags & LEDGER_ACCOUNT_RESTED) == 0) {
        uint64_t hash =
            hash_mix(hash_mix(account->type, account->birth),
                     store_pending(accounts->store, index)->history) |
            1;
        uint32_t slot = slots_first(&accounts->signatures, hash);
        uint32_t found;

        for (; (found = accounts->signatures.at[slot]) != 0;
             slot = slots_next(&accounts->signatures, slot)) {
            if (store_signature(accounts->store, found)->hash == hash) {
                store_signature(accounts->store, found)->objects +=
                    (uint64_t)1 << account->sampling;
                break;
            }
        }
        if (found == 0) {
            account_enter_pending(accounts, index);
            if (account->entry_count > 0) {
                add_signature(accounts, account, hash);
            }
        }
    }
    account_close(accounts, index);
}
