/*
 * account - one object's life: what was taken and released where.
 *
 * The audit is here: every change compares the count found in the object with
 * the one that the account expects. A difference is a change that nobody saw;
 * it is counted between the two sites that did see the object.
 */
#ifndef REFTALLY_LEDGER_ACCOUNT_H
#define REFTALLY_LEDGER_ACCOUNT_H

#include "ledger/slots.h"
#include "ledger/store.h"

enum {
    ACCOUNT_ADDRESS_BITS = 47,     /* of user space on x86-64 */
    ACCOUNT_INDEX_PAGE_SHIFT = 20, /* address space of one index page */
    ACCOUNT_INDEX_PAGE_SLOTS = 1 << (ACCOUNT_INDEX_PAGE_SHIFT - 4),
    ACCOUNT_ENTRY_CACHE = 1 << 15,
    ACCOUNT_GROUP = 4,  /* entries that lie together ... */
    ACCOUNT_GROUPS = 4, /* ... and belong to an account record for good */
    ACCOUNT_OWN = ACCOUNT_GROUP * ACCOUNT_GROUPS,
    ACCOUNT_CHAIN_MAX = 24, /* entries searched one by one */
};

/* In a slot of the index: the object there has no account, but a kind. */
#define ACCOUNT_INDEX_KIND ((uint32_t)1 << 31)

/*
 * Address -> account. Objects are at least 16 bytes long, so one slot for 16
 * bytes suffices. `directory` has an entry for every possible page, `pages`
 * room for page_limit pages; all zeroed, page 0 is not used.
 */
struct account_index {
    uint32_t *directory;
    uint32_t *pages;
    uint32_t *regions; /* page -> its index in the directory */
    uint32_t page_count, page_limit;
};

struct accounts {
    struct store *store;
    bool tagged; /* changes have tags: accounts have entries */
    struct account_index index;
    uint32_t free_accounts, free_entries; /* lists */
    uint32_t *groups; /* account record -> its ACCOUNT_GROUPS groups */
    uint32_t *tags;   /* account record -> tags of its ACCOUNT_OWN entries */
    uint32_t *entry_cache;   /* ACCOUNT_ENTRY_CACHE guesses */
    struct slots entries;    /* of long accounts */
    struct slots signatures; /* balanced lives */
    struct slots misses;     /* what the audit found missing */
    uint64_t serial;
};

/* What stands for the address in the index; page 0 is all zeros. */
static inline uint32_t *
account_slot(const struct accounts *accounts, uint64_t object)
{
    uint32_t page =
        accounts->index.directory[object >> ACCOUNT_INDEX_PAGE_SHIFT];

    return &accounts->index
                .pages[(uint64_t)page * ACCOUNT_INDEX_PAGE_SLOTS +
                       ((object >> 4) & (ACCOUNT_INDEX_PAGE_SLOTS - 1))];
}

/* The account of the object that begins at the address, or 0. */
static inline uint32_t
account_find(const struct accounts *accounts, uint64_t object)
{
    uint32_t index = *account_slot(accounts, object);

    return (int32_t)index > 0 &&
                   store_account(accounts->store, index)->object == object
               ? index
               : 0;
}

/* Whether the index has a page for the address; makes it. False: no room. */
static inline bool
account_has_page(const struct accounts *accounts, uint64_t object)
{
    return accounts->index.directory[object >> ACCOUNT_INDEX_PAGE_SHIFT] != 0;
}

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
 * Records a change, of which account_waiting was asked. What happened at a tag waits in LEDGER_PENDING, and becomes
 * part of the entry of that tag when there are too many.
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

/* Folds a balanced life into the signatures and closes the account. */
void account_fold(struct accounts *accounts, uint32_t index);

/* Forgets the account: its memory was freed or used for something else. */
void account_close(struct accounts *accounts, uint32_t index);

#endif
