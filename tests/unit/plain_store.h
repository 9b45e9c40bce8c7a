/*
 * plain_store - a ledger's tables in plain memory, without a file.
 */
#ifndef REFTALLY_TESTS_PLAIN_STORE_H
#define REFTALLY_TESTS_PLAIN_STORE_H

#include "ledger/store.h"

#include <stdlib.h>

enum { PLAIN_TABLE_BYTES = 16 * LEDGER_EXTENT_BYTES };

/* How many extents may still be given out; set by tests. */
static uint32_t plain_extents_left;

static inline bool
plain_grow(struct store *store, uint32_t number)
{
    struct store_table *table = &store->tables[number];
    uint64_t had = table->usable * table->record_bytes;
    uint64_t extents =
        (had + LEDGER_EXTENT_BYTES - 1) / LEDGER_EXTENT_BYTES + 1;

    if (plain_extents_left == 0) {
        return false;
    }
    plain_extents_left--;
    store->header->extents++;
    table->usable = extents * LEDGER_EXTENT_BYTES / table->record_bytes;
    return true;
}

static inline void
plain_store_make(struct store *store)
{
    uint8_t *bases[LEDGER_TABLES_KNOWN] = { NULL };
    uint64_t sizes[LEDGER_TABLES_KNOWN] = { 0 };

    for (uint32_t i = 1; i < LEDGER_TABLES_KNOWN; i++) {
        bases[i] = calloc(1, PLAIN_TABLE_BYTES);
        sizes[i] = PLAIN_TABLE_BYTES;
    }
    *store = (struct store){ .extent_limit = 64 };
    plain_extents_left = 64;
    store_init(store, calloc(1, sizeof(struct ledger_header)), bases, sizes,
               plain_grow);
}

static inline void
plain_store_free(struct store *store)
{
    for (uint32_t i = 1; i < LEDGER_TABLES_KNOWN; i++) {
        free(store->tables[i].base);
    }
    free(store->header);
}

#endif
