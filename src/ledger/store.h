/*
 * store - the tables of a ledger that is being written.
 *
 * Every table is one growing array in reserved address space; whoever owns the
 * memory (the probe maps the file, a test hands in plain memory) gives more
 * of it through `grow`. Nothing is ever moved. Not thread-safe: the caller
 * holds the interpreter's lock.
 */
#ifndef REFTALLY_LEDGER_STORE_H
#define REFTALLY_LEDGER_STORE_H

#include <reftally/ledger_format.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct store;

/*
 * Makes one more extent of the table usable: LEDGER_EXTENT_BYTES of zeros
 * behind what it has. False: no more; the store then stays as it is.
 */
typedef bool store_grow(struct store *store, uint32_t table);

struct store_table {
    uint8_t *base;
    uint64_t usable; /* records that fit into the extents so far */
    uint64_t limit;  /* records that may ever exist */
    uint64_t *used;  /* in the header */
    uint32_t record_bytes;
};

struct store {
    struct ledger_header *header;
    struct store_table tables[LEDGER_TABLES_KNOWN];
    store_grow *grow;
    uint32_t extent_limit;   /* of all tables together */
    uint32_t extent_reserve; /* of these, kept from tables that grow with what
                                the host does: for images that come late, and
                                for what is written at the end */
};

/*
 * Prepares the header and the tables. bases[t] is reserved memory of
 * sizes[t] bytes for table t, none of it usable yet.
 */
void store_init(struct store *store, struct ledger_header *header,
                uint8_t *const bases[], const uint64_t sizes[],
                store_grow *grow);

/* `count` consecutive new records, zeroed; their first index, 0: no room. */
uint32_t store_add(struct store *store, uint32_t table, uint32_t count);

/* Bytes as a string of the ledger; 0: no room. The same text may recur. */
ledger_string store_text(struct store *store, const char *text, size_t bytes);

/*
 * How full the ledger is, in 1/256: its extents without the reserve, or the
 * fuller of accounts and entries.
 */
uint32_t store_fullness(const struct store *store);

#define STORE_RECORDS(name, TABLE)                                        \
    static inline struct ledger_##name *store_##name(                     \
        const struct store *store, uint32_t index)                        \
    {                                                                     \
        return (struct ledger_##name *)store->tables[TABLE].base + index; \
    }
STORE_RECORDS(image, LEDGER_IMAGES)
STORE_RECORDS(site, LEDGER_SITES)
STORE_RECORDS(node, LEDGER_NODES)
STORE_RECORDS(code, LEDGER_CODES)
STORE_RECORDS(python_node, LEDGER_PYTHON_NODES)
STORE_RECORDS(type, LEDGER_TYPES)
STORE_RECORDS(account, LEDGER_ACCOUNTS)
STORE_RECORDS(entry, LEDGER_ENTRIES)
STORE_RECORDS(signature, LEDGER_SIGNATURES)
STORE_RECORDS(signature_entry, LEDGER_SIGNATURE_ENTRIES)
STORE_RECORDS(miss, LEDGER_MISSES)
STORE_RECORDS(evaluator, LEDGER_EVALUATORS)
STORE_RECORDS(checkpoint, LEDGER_CHECKPOINTS)
STORE_RECORDS(class, LEDGER_CLASSES)
STORE_RECORDS(mark, LEDGER_MARKS)
STORE_RECORDS(census, LEDGER_CENSUSES)
STORE_RECORDS(holder, LEDGER_HOLDERS)
STORE_RECORDS(owned, LEDGER_OWNED)
STORE_RECORDS(owner, LEDGER_OWNERS)
STORE_RECORDS(pending, LEDGER_PENDING)
STORE_RECORDS(loss, LEDGER_LOSSES)
STORE_RECORDS(counted, LEDGER_COUNTED)
STORE_RECORDS(moment, LEDGER_MOMENTS)
STORE_RECORDS(course, LEDGER_COURSES)
STORE_RECORDS(border, LEDGER_BORDERS)
STORE_RECORDS(kind, LEDGER_KINDS)
STORE_RECORDS(charge, LEDGER_CHARGES)
STORE_RECORDS(exit, LEDGER_EXITS)
STORE_RECORDS(step, LEDGER_STEPS)
STORE_RECORDS(rise, LEDGER_RISES)
#undef STORE_RECORDS

#endif
