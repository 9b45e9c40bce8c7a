#include "ledger/entries.h"

static uint32_t
find_in_slots(const struct accounts *accounts, uint32_t index, uint32_t tag)
{
    uint32_t slot = slots_first(&accounts->entries, entries_hash(index, tag));
    uint32_t entry;

    for (; (entry = accounts->entries.at[slot]) != 0;
         slot = slots_next(&accounts->entries, slot)) {
        if (entries_is(accounts, entry, index, tag)) {
            return entry;
        }
    }
    return 0;
}

static void
add_to_slots(struct accounts *accounts, uint32_t entry)
{
    const struct ledger_entry *added = store_entry(accounts->store, entry);

    slots_add(&accounts->entries, entries_hash(added->account, added->tag),
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
    uint32_t slot = slots_first(slots, entries_hash(gone->account, gone->tag));

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
            slots_first(slots, entries_hash(other->account, other->tag));

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

uint32_t
entries_search(const struct accounts *accounts, uint32_t index, uint32_t tag)
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

uint32_t
entries_add(struct accounts *accounts, uint32_t index,
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

void
entries_free(struct accounts *accounts, uint32_t index)
{
    struct ledger_account *account = store_account(accounts->store, index);
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
