#include "ledger/reader.h"

static bool
fail(struct reader_error *error, enum reader_problem problem, uint32_t table,
     uint64_t record, const char *what)
{
    *error = (struct reader_error){ problem, table, record, what };
    return false;
}

static uint32_t
table_record_bytes(uint32_t table)
{
    const struct record_layout *layout = record_layout_find(table);

    return layout != NULL ? layout->bytes : 1;
}

bool
reader_check_header(const struct ledger_header *header, uint64_t file_bytes,
                    struct reader_error *error)
{
    static const char magic[] = LEDGER_MAGIC;
    bool seen[LEDGER_TABLES_KNOWN] = { false };

    *error = (struct reader_error){ 0 };
    for (size_t i = 0; i < sizeof header->magic; i++) {
        if (header->magic[i] != magic[i]) {
            return fail(error, READER_NOT_A_LEDGER, 0, 0, "no magic number");
        }
    }
    if (file_bytes < LEDGER_HEADER_BYTES) {
        return fail(error, READER_TRUNCATED, 0, 0, "the header");
    }
    if (header->version != LEDGER_VERSION) {
        return fail(error, READER_VERSION, 0, header->version, "version");
    }
    if (header->header_bytes != LEDGER_HEADER_BYTES ||
        header->extent_bytes != LEDGER_EXTENT_BYTES ||
        header->extents > LEDGER_EXTENTS_MAX) {
        return fail(error, READER_DAMAGED, 0, 0, "sizes");
    }
    if (header->end > LEDGER_STOPPED) {
        return fail(error, READER_DAMAGED, 0, 0, "end");
    }
    for (uint32_t i = 0; i < LEDGER_TABLES_MAX; i++) {
        const struct ledger_table *table = &header->tables[i];

        if (table->number == LEDGER_NO_TABLE ||
            table->number >= LEDGER_TABLES_KNOWN) {
            continue;
        }
        if (seen[table->number]) {
            return fail(error, READER_DAMAGED, table->number, 0,
                        "described twice");
        }
        seen[table->number] = true;
        if (table->record_bytes != table_record_bytes(table->number)) {
            return fail(error, READER_DAMAGED, table->number, 0, "record size");
        }
    }
    if (header->end != LEDGER_RUNNING &&
        (file_bytes - LEDGER_HEADER_BYTES) / LEDGER_EXTENT_BYTES <
            header->extents) {
        return fail(error, READER_TRUNCATED, 0, 0, "the tables");
    }
    return true;
}

void
reader_measure(struct ledger *ledger, uint64_t file_bytes)
{
    const struct ledger_header *header = ledger->header;
    uint64_t held[LEDGER_TABLES_KNOWN];
    uint64_t left = file_bytes - LEDGER_HEADER_BYTES;

    for (uint32_t i = 0; i < LEDGER_TABLES_KNOWN; i++) {
        held[i] = 0;
    }
    for (uint32_t i = 0; i < header->extents; i++) {
        uint64_t bytes =
            left < LEDGER_EXTENT_BYTES ? left : LEDGER_EXTENT_BYTES;

        if (header->directory[i] < LEDGER_TABLES_KNOWN) {
            held[header->directory[i]] += bytes;
        }
        left -= bytes;
    }
    for (uint32_t i = 0; i < LEDGER_TABLES_MAX; i++) {
        const struct ledger_table *table = &header->tables[i];
        uint64_t fit;

        if (table->number == LEDGER_NO_TABLE ||
            table->number >= LEDGER_TABLES_KNOWN) {
            continue;
        }
        fit = held[table->number] / table_record_bytes(table->number);
        /* Indexes have 32 bits. */
        fit = fit > UINT32_MAX ? UINT32_MAX : fit;
        ledger->views[table->number].used =
            table->used < fit ? table->used : fit;
    }
}

uint64_t
reader_table_bytes(const struct ledger *ledger, uint32_t table)
{
    return ledger->views[table].used * table_record_bytes(table);
}

uint64_t
reader_place(const struct ledger *ledger, uint32_t extent,
             struct reader_fill *fill, uint32_t *table, uint64_t *offset)
{
    uint64_t bytes, wanted;

    *table = ledger->header->directory[extent];
    if (*table == LEDGER_NO_TABLE || *table >= LEDGER_TABLES_KNOWN) {
        return 0;
    }
    bytes = reader_table_bytes(ledger, *table);
    *offset = fill->bytes[*table];
    if (*offset >= bytes) {
        return 0;
    }
    wanted = bytes - *offset;
    wanted = wanted < LEDGER_EXTENT_BYTES ? wanted : LEDGER_EXTENT_BYTES;
    fill->bytes[*table] += LEDGER_EXTENT_BYTES;
    return wanted;
}

const char *
ledger_text(const struct ledger *ledger, ledger_string string, uint32_t *length)
{
    const char *strings = (const char *)ledger->views[LEDGER_STRINGS].records;

    if (string == 0) {
        *length = 0;
        return NULL;
    }
    *length = *(const uint32_t *)(strings + string);
    return strings + string + 4;
}
