/*
 * accounts - all accounts, and how the one of an address is found.
 */
#ifndef REFTALLY_LEDGER_ACCOUNTS_H
#define REFTALLY_LEDGER_ACCOUNTS_H

#include "ledger/slots.h"
#include "ledger/store.h"

enum {
    ACCOUNT_ADDRESS_BITS = 47,     /* of user space on x86-64 */
    ACCOUNT_INDEX_PAGE_SHIFT = 20, /* address space of one index page */
    ACCOUNT_INDEX_PAGE_SLOTS = 1 << (ACCOUNT_INDEX_PAGE_SHIFT - 4),
    ACCOUNT_GUESSES = 1 << 15,
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

/* That an entry may be the one of an account and a tag. */
struct entry_guess {
    uint32_t entry; /* 0: none */
    uint32_t mark;  /* of account and tag: most others have another one */
};

struct accounts {
    struct store *store;
    bool tagged; /* changes have tags: accounts have entries */
    struct account_index index;
    uint32_t free_accounts, free_entries; /* lists */
    uint32_t *groups; /* account record -> its ACCOUNT_GROUPS groups */
    uint32_t *tags;   /* account record -> tags of its ACCOUNT_OWN entries */
    struct entry_guess *guesses; /* ACCOUNT_GUESSES */
    struct slots entries;        /* of long accounts */
    struct slots signatures;     /* balanced lives */
    struct slots misses;         /* what the audit found missing */
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

/* Whether the index has a page for the address. */
static inline bool
account_has_page(const struct accounts *accounts, uint64_t object)
{
    return accounts->index.directory[object >> ACCOUNT_INDEX_PAGE_SHIFT] != 0;
}

#endif
