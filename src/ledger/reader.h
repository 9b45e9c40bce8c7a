/*
 * reader - looks at a ledger that somebody else wrote, and trusts nothing.
 *
 * The caller reads the file: first the header, then the extents, each to the
 * place that the reader names, so that every table is one array. reader_verify
 * then checks every index, chain and string once; after it has returned true,
 * records may be followed without further checks.
 *
 * A ledger whose process did not end may be torn anywhere: there, what cannot
 * be is cleared and counted instead of refused.
 */
#ifndef REFTALLY_LEDGER_READER_H
#define REFTALLY_LEDGER_READER_H

#include <stdbool.h>
#include <stddef.h>

#include "ledger/records.h"

enum reader_problem {
    READER_FINE,
    READER_NOT_A_LEDGER,
    READER_VERSION,   /* written by a newer or older reftally */
    READER_TRUNCATED, /* the file ends before its tables do */
    READER_DAMAGED,   /* `table`, `record` and `what` say where */
};

struct reader_error {
    enum reader_problem problem;
    uint32_t table; /* LEDGER_NO_TABLE: the header */
    uint64_t record;
    const char *what;
};

struct ledger_view {
    void *records;
    uint64_t used; /* records, or bytes for LEDGER_STRINGS */
};

struct ledger {
    struct ledger_header *header;
    struct ledger_view views[LEDGER_TABLES_KNOWN];
    uint64_t repairs; /* fields cleared in a torn ledger */
};

/*
 * `header` holds the first LEDGER_HEADER_BYTES of a file of `file_bytes`, or
 * all of the file and zeros when it is shorter.
 */
bool reader_check_header(const struct ledger_header *header,
                         uint64_t file_bytes, struct reader_error *error);

/* Sizes of the tables, from a checked header: fills `used` of every view. */
void reader_measure(struct ledger *ledger, uint64_t file_bytes);
uint64_t reader_table_bytes(const struct ledger *ledger, uint32_t table);

/*
 * Where extent `extent` of the file belongs: its table, and its first byte
 * there. Extents must be asked for in order, with one zeroed `fill`.
 * Returns 0 for an extent that no known table needs.
 */
struct reader_fill {
    uint64_t bytes[LEDGER_TABLES_MAX];
};
uint64_t reader_place(const struct ledger *ledger, uint32_t extent,
                      struct reader_fill *fill, uint32_t *table,
                      uint64_t *offset);

/*
 * All records are in memory: may they be trusted? Every table needs room for
 * record 0 even when it is empty: it is cleared, so that following "none" finds
 * an empty record.
 */
bool reader_verify(struct ledger *ledger, struct reader_error *error);

/* True while the process that writes the ledger has not said otherwise. */
static inline bool
ledger_is_open(const struct ledger *ledger)
{
    return ledger->header->end == LEDGER_RUNNING;
}

static inline uint32_t
ledger_used(const struct ledger *ledger, uint32_t table)
{
    return (uint32_t)ledger->views[table].used;
}

/* Bytes of a string, not terminated; NULL and 0 for "unknown". */
const char *ledger_text(const struct ledger *ledger, ledger_string string,
                        uint32_t *length);

/* The records; `index` must be below `used`. */
#define LEDGER_ACCESSOR(name, TABLE)                                    \
    static inline const struct ledger_##name *ledger_##name##_at(       \
        const struct ledger *ledger, uint32_t index)                    \
    {                                                                   \
        const struct ledger_##name *records =                           \
            (const struct ledger_##name *)ledger->views[TABLE].records; \
        return &records[index];                                         \
    }
LEDGER_ACCESSOR(image, LEDGER_IMAGES)
LEDGER_ACCESSOR(site, LEDGER_SITES)
LEDGER_ACCESSOR(node, LEDGER_NODES)
LEDGER_ACCESSOR(code, LEDGER_CODES)
LEDGER_ACCESSOR(python_node, LEDGER_PYTHON_NODES)
LEDGER_ACCESSOR(type, LEDGER_TYPES)
LEDGER_ACCESSOR(account, LEDGER_ACCOUNTS)
LEDGER_ACCESSOR(entry, LEDGER_ENTRIES)
LEDGER_ACCESSOR(signature, LEDGER_SIGNATURES)
LEDGER_ACCESSOR(signature_entry, LEDGER_SIGNATURE_ENTRIES)
LEDGER_ACCESSOR(miss, LEDGER_MISSES)
LEDGER_ACCESSOR(evaluator, LEDGER_EVALUATORS)
LEDGER_ACCESSOR(checkpoint, LEDGER_CHECKPOINTS)
LEDGER_ACCESSOR(class, LEDGER_CLASSES)
LEDGER_ACCESSOR(mark, LEDGER_MARKS)
LEDGER_ACCESSOR(census, LEDGER_CENSUSES)
LEDGER_ACCESSOR(holder, LEDGER_HOLDERS)
LEDGER_ACCESSOR(owned, LEDGER_OWNED)
LEDGER_ACCESSOR(owner, LEDGER_OWNERS)
LEDGER_ACCESSOR(pending, LEDGER_PENDING)
LEDGER_ACCESSOR(loss, LEDGER_LOSSES)
LEDGER_ACCESSOR(counted, LEDGER_COUNTED)
LEDGER_ACCESSOR(moment, LEDGER_MOMENTS)
LEDGER_ACCESSOR(course, LEDGER_COURSES)
LEDGER_ACCESSOR(border, LEDGER_BORDERS)
LEDGER_ACCESSOR(kind, LEDGER_KINDS)
LEDGER_ACCESSOR(charge, LEDGER_CHARGES)
LEDGER_ACCESSOR(exit, LEDGER_EXITS)
LEDGER_ACCESSOR(step, LEDGER_STEPS)
LEDGER_ACCESSOR(rise, LEDGER_RISES)
#undef LEDGER_ACCESSOR

/* The kind of an account; 0: none. */
static inline uint32_t
ledger_kind_of(const struct ledger *ledger, uint32_t account)
{
    return account < ledger_used(ledger, LEDGER_PENDING)
               ? ledger_pending_at(ledger, account)->kind
               : 0;
}

#endif
