/*
 * assemble TEXT LEDGER - makes a ledger file from what `reftally dump` prints.
 *
 * A test tool: golden reports start from text that a person can read and write.
 * Empty lines and lines that start with # are skipped. Records may come in any
 * order; those that are not mentioned are zero.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ledger/records.h"
#include "report/text/memory.h"

/* As much as a ledger file can hold. */
static const uint64_t bytes_max =
    (uint64_t)LEDGER_EXTENTS_MAX * LEDGER_EXTENT_BYTES;

struct table {
    char *bytes;
    uint64_t used; /* records, or bytes of the strings */
    uint64_t room; /* bytes */
};

static struct table tables[LEDGER_TABLES_KNOWN];
static struct ledger_header header;
static unsigned line_number;

/* Where the strings are, by their hash: as many slots as twice the strings. */
static struct {
    uint32_t *offsets; /* 0: free */
    size_t slots, used;
} known;

static void
fail(const char *what, const char *where)
{
    fprintf(stderr, "assemble: line %u: %s: %.40s\n", line_number, what, where);
    exit(2);
}

static char *
table_bytes(struct table *table, uint64_t bytes)
{
    if (bytes > table->room) {
        uint64_t room = bytes * 2;
        char *grown = (char *)memory_zeroed(room, 1);

        if (table->room > 0) {
            memcpy(grown, table->bytes, table->room);
        }
        free(table->bytes);
        table->bytes = grown;
        table->room = room;
    }
    return table->bytes;
}

/* The slot of a string, free if it is not known. */
static uint32_t *
string_slot(const char *text, uint32_t length)
{
    const char *bytes = tables[LEDGER_STRINGS].bytes;
    uint64_t hash = length;

    for (uint32_t i = 0; i < length; i++) {
        hash = (hash ^ (unsigned char)text[i]) * 0x100000001b3u;
    }
    for (size_t at = hash;; at++) {
        uint32_t *slot = &known.offsets[at & (known.slots - 1)], size;

        if (*slot == 0) {
            return slot;
        }
        memcpy(&size, bytes + *slot, 4);
        if (size == length && memcmp(bytes + *slot + 4, text, length) == 0) {
            return slot;
        }
    }
}

static void
double_slots(void)
{
    uint32_t *before = known.offsets;
    size_t slots = known.slots;

    known.slots = slots == 0 ? 1024 : slots * 2;
    known.offsets = (uint32_t *)memory_zeroed(known.slots, sizeof *before);
    for (size_t i = 0; i < slots; i++) {
        if (before[i] != 0) {
            const char *at = tables[LEDGER_STRINGS].bytes + before[i];
            uint32_t length;

            memcpy(&length, at, 4);
            *string_slot(at + 4, length) = before[i];
        }
    }
    free(before);
}

static uint32_t
add_string(const char *text, uint32_t length)
{
    struct table *strings = &tables[LEDGER_STRINGS];
    uint64_t offset = strings->used < 4 ? 4 : strings->used;
    uint64_t next = (offset + 4 + length + 3) / 4 * 4;
    char *bytes = table_bytes(strings, next);
    uint32_t *slot;

    if (known.used * 2 >= known.slots) {
        double_slots();
    }
    slot = string_slot(text, length);
    if (*slot == 0) {
        memcpy(bytes + offset, &length, 4);
        memcpy(bytes + offset + 4, text, length);
        strings->used = next;
        *slot = (uint32_t)offset;
        known.used++;
    }
    return *slot;
}

static uint64_t
parse_string(char **cursor)
{
    char *at = *cursor;
    char *out = at;
    char *start = at;
    uint64_t string;

    if (*at != '"') {
        fail("a string in quotes is missing", at);
    }
    for (at++; *at != '"'; at++) {
        if (*at == '\0') {
            fail("a string has no end", start);
        }
        if (*at != '\\') {
            *out++ = *at;
            continue;
        }
        at++;
        if (*at == 'x') {
            char digits[3] = { at[1], at[1] != '\0' ? at[2] : '\0', '\0' };
            char *end;

            *out++ = (char)strtoul(digits, &end, 16);
            if (end != digits + 2) {
                fail("\\x needs two digits", at);
            }
            at += 2;
        }
        else if (*at == '\0') {
            fail("a string has no end", start);
        }
        else {
            *out++ = *at == 'n' ? '\n' : *at;
        }
    }
    string = add_string(start, (uint32_t)(out - start));
    *cursor = at + 1;
    return string;
}

static uint64_t
parse_value(const struct field *field, char **cursor)
{
    char *end;
    uint64_t value;

    if (field->kind == FIELD_STRING) {
        return parse_string(cursor);
    }
    if (field->kind == FIELD_WORD) {
        for (uint64_t i = 0; field->words[i] != NULL; i++) {
            size_t length = strlen(field->words[i]);

            if (strncmp(*cursor, field->words[i], length) == 0 &&
                ((*cursor)[length] == ' ' || (*cursor)[length] == '\0')) {
                *cursor += length;
                return i;
            }
        }
    }
    errno = 0;
    value = field->kind == FIELD_SIGNED ? (uint64_t)strtoll(*cursor, &end, 0)
                                        : strtoull(*cursor, &end, 0);
    if (end == *cursor || errno != 0) {
        fail("a number is missing", *cursor);
    }
    *cursor = end;
    return value;
}

static const struct field *
find_field(const struct record_layout *layout, const char *name, size_t length)
{
    for (uint32_t i = 0; i < layout->field_count; i++) {
        const struct field *field = &layout->fields[i];

        if (strncmp(field->name, name, length) == 0 &&
            field->name[length] == '\0') {
            return field;
        }
    }
    fail("no such field", name);
    return NULL;
}

static void
assemble_fields(const struct record_layout *layout, uint64_t index,
                char *cursor)
{
    while (*cursor != '\0') {
        size_t length = strcspn(cursor, "=");
        const struct field *field = find_field(layout, cursor, length);

        cursor += length;
        for (uint32_t i = 0; i < field->count; i++) {
            uint64_t value;
            char *record = (char *)&header;

            if (*cursor != (i == 0 ? '=' : ',')) {
                break;
            }
            cursor++;
            value = parse_value(field, &cursor);
            if (layout->table != LEDGER_NO_TABLE) {
                record = tables[layout->table].bytes + index * layout->bytes;
            }
            field_write(field, record, i, value);
        }
        if (*cursor != ' ' && *cursor != '\0') {
            fail("a space is missing", cursor);
        }
        cursor += strspn(cursor, " ");
    }
}

static void
assemble_line(char *line)
{
    char *name = strtok(line, " ");
    char *number = strtok(NULL, " ");
    char *fields = strtok(NULL, "");
    const struct record_layout *layout;
    uint64_t index;

    layout = record_layout_find_name(name);
    if (layout == NULL || number == NULL) {
        fail("no such record", name);
    }
    index = strtoull(number, NULL, 10);
    if (layout->table != LEDGER_NO_TABLE) {
        struct table *table = &tables[layout->table];

        if (index == 0 || index >= bytes_max / layout->bytes) {
            fail("an index must be 1 or more, and fit into a ledger", number);
        }
        table_bytes(table, (index + 1) * layout->bytes);
        if (index >= table->used) {
            table->used = index + 1;
        }
    }
    if (fields != NULL) {
        assemble_fields(layout, index, fields);
    }
}

static void
write_ledger(FILE *file)
{
    char *head = (char *)memory_zeroed(1, LEDGER_HEADER_BYTES);
    char *extent = (char *)memory_zeroed(1, LEDGER_EXTENT_BYTES);
    uint32_t slot = 0;

    memcpy(header.magic, LEDGER_MAGIC, sizeof header.magic);
    header.version = LEDGER_VERSION;
    header.header_bytes = LEDGER_HEADER_BYTES;
    header.extent_bytes = LEDGER_EXTENT_BYTES;
    fseek(file, LEDGER_HEADER_BYTES, SEEK_SET);
    for (uint32_t i = 1; i < LEDGER_TABLES_KNOWN; i++) {
        const struct record_layout *layout = record_layout_find(i);
        uint32_t record = layout != NULL ? layout->bytes : 1;
        uint64_t bytes = tables[i].used * record;

        if (bytes == 0) {
            continue;
        }
        header.tables[slot++] =
            (struct ledger_table){ i, record, tables[i].used };
        for (uint64_t at = 0; at < bytes; at += LEDGER_EXTENT_BYTES) {
            uint64_t part = bytes - at < LEDGER_EXTENT_BYTES
                                ? bytes - at
                                : LEDGER_EXTENT_BYTES;

            if (header.extents == LEDGER_EXTENTS_MAX) {
                fail("a ledger cannot hold all this", "");
            }
            memset(extent, 0, LEDGER_EXTENT_BYTES);
            memcpy(extent, tables[i].bytes + at, part);
            fwrite(extent, 1, LEDGER_EXTENT_BYTES, file);
            header.directory[header.extents++] = (uint8_t)i;
        }
    }
    memcpy(head, &header, sizeof header);
    rewind(file);
    fwrite(head, 1, LEDGER_HEADER_BYTES, file);
    free(head);
    free(extent);
}

int
main(int argc, char **argv)
{
    FILE *in, *out;
    char *line = NULL;
    size_t size = 0;
    ssize_t length;

    if (argc != 3) {
        fputs("usage: assemble TEXT LEDGER\n", stderr);
        return 2;
    }
    in = fopen(argv[1], "r");
    out = in != NULL ? fopen(argv[2], "w+") : NULL;
    if (out == NULL) {
        perror(in == NULL ? argv[1] : argv[2]);
        return 2;
    }
    while ((length = getline(&line, &size, in)) > 0) {
        line_number++;
        line[strcspn(line, "\n")] = '\0';
        if (line[0] != '#' && line[0] != '\0') {
            assemble_line(line);
        }
    }
    write_ledger(out);
    if (ferror(out) || fclose(out) != 0) {
        perror(argv[2]);
        return 2;
    }
    free(line);
    fclose(in);
    for (uint32_t i = 0; i < LEDGER_TABLES_KNOWN; i++) {
        free(tables[i].bytes);
    }
    free(known.offsets);
    return 0;
}
