#include "report/evidence/learned.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "report/text/memory.h"
#include "report/text/text_file.h"

enum {
    ROWS_MAX = 40000,
    BYTES_MAX = 16 << 20,
    NAMES_MAX = 1024, /* bytes of the three names of a row */
};

static const char first_line[] = "reftally learned 1\n";

struct row {
    char *key; /* kind and names, as they stand in the line */
    double total, settled;
};

struct table {
    struct row *rows;
    size_t count;
};

char *
learned_folder(void)
{
    const char *setting = getenv("REFTALLY_CACHE");
    const char *base = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");

    if (setting != NULL && setting[0] != '\0') {
        return strcmp(setting, "none") == 0 ? NULL : memory_text(setting);
    }
    if (base != NULL && base[0] == '/') {
        return memory_format("%s/reftally", base);
    }
    return home != NULL && home[0] == '/'
               ? memory_format("%s/.cache/reftally", home)
               : NULL;
}

char *
learned_path(const struct ledger *ledger)
{
    unsigned version = ledger->header->python_hexversion;
    char *directory = learned_folder(), *path;

    if (directory == NULL) {
        return NULL;
    }
    path = memory_format("%s/learned-%u.%u.txt", directory, version >> 24,
                         version >> 16 & 255);
    free(directory);
    return path;
}

/* "KIND A B C TOTAL SETTLED"; the key is what stands before the numbers. */
static bool
parse_row(const char *line, size_t length, struct row *row)
{
    const char *end = line + length;
    int blanks = 0;

    for (const char *at = line; at < end; at++) {
        if (*at == ' ' && ++blanks == 4) {
            char *rest;

            if (at - line >= NAMES_MAX) {
                return false;
            }
            row->total = strtod(at + 1, &rest);
            row->settled = rest < end ? strtod(rest, &rest) : -1;
            if (rest != end || !(row->total > 0 && row->total < 1e12) ||
                !(row->settled >= 0 && row->settled <= row->total + .01)) {
                return false;
            }
            row->key = memory_format("%.*s", (int)(at - line), line);
            return true;
        }
    }
    return false;
}

/* False: some line is no row. */
static bool
add_rows(struct table *table, const char *text)
{
    while (*text != '\0') {
        size_t length = strcspn(text, "\n");

        table->rows = (struct row *)memory_room(table->rows, table->count,
                                                sizeof *table->rows);
        if (text[length] != '\n' ||
            !parse_row(text, length, &table->rows[table->count])) {
            return false;
        }
        table->count++;
        text += length + 1;
    }
    return true;
}

static void
table_clear(struct table *table)
{
    for (size_t i = 0; i < table->count; i++) {
        free(table->rows[i].key);
    }
    free(table->rows);
    *table = (struct table){ 0 };
}

/* False: there is none, or it is something else; the table is empty then. */
static bool
table_read(const char *path, struct table *table)
{
    struct error error;
    size_t length;
    char *text = text_file_read(path, BYTES_MAX, &length, &error);
    bool right = text != NULL && strlen(text) == length &&
                 strncmp(text, first_line, sizeof first_line - 1) == 0 &&
                 add_rows(table, text + sizeof first_line - 1);

    free(text);
    if (!right) {
        table_clear(table);
    }
    return right;
}

static int
compare_keys(const void *a, const void *b)
{
    return strcmp(((const struct row *)a)->key, ((const struct row *)b)->key);
}

static int
compare_totals(const void *a, const void *b)
{
    double left = ((const struct row *)a)->total;
    double right = ((const struct row *)b)->total;

    return left != right ? (left < right ? 1 : -1) : compare_keys(a, b);
}

static void
merge(struct table *table)
{
    size_t kept = 0;

    if (table->count == 0) {
        return;
    }
    qsort(table->rows, table->count, sizeof *table->rows, compare_keys);
    for (size_t i = 1; i < table->count; i++) {
        if (compare_keys(&table->rows[kept], &table->rows[i]) == 0) {
            table->rows[kept].total += table->rows[i].total;
            table->rows[kept].settled += table->rows[i].settled;
            free(table->rows[i].key);
        }
        else {
            table->rows[++kept] = table->rows[i];
        }
    }
    table->count = kept + 1;
    qsort(table->rows, table->count, sizeof *table->rows, compare_totals);
    while (table->count > ROWS_MAX) {
        free(table->rows[--table->count].key);
    }
}

/* The old file stays until the new one is complete. */
static bool
table_write(const char *path, const struct table *table, struct error *error)
{
    char *fresh = memory_format("%s.%ld", path, (long)getpid());
    FILE *file = fopen(fresh, "wxe");
    bool written = file != NULL && fputs(first_line, file) >= 0;

    for (size_t i = 0; written && i < table->count; i++) {
        written = fprintf(file, "%s %.2f %.2f\n", table->rows[i].key,
                          table->rows[i].total, table->rows[i].settled) > 0;
    }
    if (file != NULL) {
        written = fclose(file) == 0 && written;
    }
    written = written && rename(fresh, path) == 0;
    if (!written) {
        error_set(error, "cannot write %s: %s", path, strerror(errno));
        unlink(fresh);
    }
    free(fresh);
    return written;
}

bool
learned_keep(const char *path, const char *text, size_t *rows,
             struct error *error)
{
    struct table table = { 0 };
    char *directory =
        memory_format("%.*s", (int)(strrchr(path, '/') - path), path);
    bool kept;

    mkdir(directory, 0700); /* there already, or table_write will say so */
    free(directory);
    table_read(path, &table);
    kept = add_rows(&table, text);
    if (!kept) {
        error_set(error, "what was learned is no table");
    }
    merge(&table);
    kept = kept && table_write(path, &table, error);
    *rows = table.count;
    table_clear(&table);
    return kept;
}

void
learned_load(const char *path, struct settling *settling,
             struct symbols *symbols, const struct ledger *ledger)
{
    struct table table = { 0 };

    table_read(path, &table);
    for (size_t i = 0; i < table.count; i++) {
        struct settling_row row = { .total = table.rows[i].total,
                                    .settled = table.rows[i].settled };
        char *at = table.rows[i].key;
        bool here = true;

        row.kind = (unsigned)strtoul(at, &at, 10);
        for (int a = 0; a < 3 && here; a++) {
            size_t length;

            at += strspn(at, " ");
            length = strcspn(at, " ");
            if (length != 1 || *at != '-') {
                row.functions[a] =
                    background_function(symbols, ledger, at, length);
                here = row.functions[a] != 0;
            }
            at += length;
        }
        if (here && row.functions[0] != 0) {
            settling_add(settling, row);
        }
    }
    table_clear(&table);
}
