/*
 * records - what every record of the ledger consists of, field by field.
 *
 * One row a field, one list a table: the reader checks indexes and strings by
 * it, `reftally dump` prints by it, and the tests assemble ledgers by it. A new
 * field of ledger_format.h is one more row.
 */
#ifndef REFTALLY_LEDGER_RECORDS_H
#define REFTALLY_LEDGER_RECORDS_H

#include <reftally/ledger_format.h>

enum field_kind {
    FIELD_NUMBER, /* unsigned, decimal */
    FIELD_SIGNED,
    FIELD_HEX,    /* addresses, hashes, flags */
    FIELD_WORD,   /* an enumeration: `words` names its values from 0 */
    FIELD_STRING, /* ledger_string */
    FIELD_INDEX,  /* a record of the table `target`; 0: none */
};

struct field {
    const char *name;
    uint16_t offset;
    uint8_t size;  /* of one element, bytes: 1, 4 or 8 */
    uint8_t count; /* elements; 1 unless the field is an array */
    enum field_kind kind;
    uint32_t target;          /* enum ledger_table_number, for FIELD_INDEX */
    const char *const *words; /* ends with NULL, for FIELD_WORD */
};

struct record_layout {
    uint32_t table; /* enum ledger_table_number */
    const char *name;
    uint32_t bytes;
    const struct field *fields;
    uint32_t field_count;
};

/* NULL for tables without records: LEDGER_STRINGS and unknown numbers. */
const struct record_layout *record_layout_find(uint32_t table);
const struct record_layout *record_layout_find_name(const char *name);

/* A row for each table that has records. */
extern const struct record_layout record_layouts[];
extern const uint32_t record_layout_count;

/* The part of the header that describes the process. */
extern const struct record_layout record_layout_header;

/* Reads or writes element `element` of a field; signed ones are extended. */
uint64_t field_read(const struct field *field, const void *record,
                    uint32_t element);
void field_write(const struct field *field, void *record, uint32_t element,
                 uint64_t value);

#endif
