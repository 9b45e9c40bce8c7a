#include "report/input/dump.h"

#include <inttypes.h>

#include "report/text/text.h"

static void
write_value(FILE *file, const struct ledger *ledger, const struct field *field,
            uint64_t value)
{
    uint32_t length;
    const char *text;

    switch (field->kind) {
    case FIELD_SIGNED:
        fprintf(file, "%" PRId64, (int64_t)value);
        return;
    case FIELD_HEX:
        fprintf(file, "0x%" PRIx64, value);
        return;
    case FIELD_STRING:
        text = ledger_text(ledger, (ledger_string)value, &length);
        text_write_quoted(file, text, length);
        return;
    case FIELD_WORD:
        for (uint64_t i = 0; field->words[i] != NULL; i++) {
            if (i == value) {
                fputs(field->words[i], file);
                return;
            }
        }
        break;
    default:
        break;
    }
    fprintf(file, "%" PRIu64, value);
}

static void
write_field(FILE *file, const struct ledger *ledger, const struct field *field,
            const void *record)
{
    uint32_t used = 0;

    for (uint32_t i = 0; i < field->count; i++) {
        if (field_read(field, record, i) != 0) {
            used = i + 1;
        }
    }
    for (uint32_t i = 0; i < used; i++) {
        if (i == 0) {
            fprintf(file, " %s=", field->name);
        }
        else {
            putc(',', file);
        }
        write_value(file, ledger, field, field_read(field, record, i));
    }
}

static void
write_record(FILE *file, const struct ledger *ledger,
             const struct record_layout *layout, const void *record,
             uint64_t index)
{
    fprintf(file, "%s %" PRIu64, layout->name, index);
    for (uint32_t i = 0; i < layout->field_count; i++) {
        write_field(file, ledger, &layout->fields[i], record);
    }
    putc('\n', file);
}

static bool
is_free(uint32_t table, const void *record)
{
    if (table == LEDGER_ACCOUNTS) {
        const struct ledger_account *account =
            (const struct ledger_account *)record;
        return account->state == LEDGER_ACCOUNT_FREE;
    }
    if (table == LEDGER_ENTRIES) {
        const struct ledger_entry *entry = (const struct ledger_entry *)record;
        return entry->account == 0;
    }
    return false;
}

void
dump_write(FILE *file, const struct ledger *ledger)
{
    write_record(file, ledger, &record_layout_header, ledger->header, 0);
    for (uint32_t table = 1; table < LEDGER_TABLES_KNOWN; table++) {
        const struct record_layout *layout = record_layout_find(table);
        const struct ledger_view *view = &ledger->views[table];

        if (layout == NULL) {
            continue;
        }
        for (uint64_t i = 1; i < view->used; i++) {
            const char *record =
                (const char *)view->records + i * layout->bytes;

            /* The last one says how long the table is. */
            if (!is_free(table, record) || i + 1 == view->used) {
                write_record(file, ledger, layout, record, i);
            }
        }
    }
}
