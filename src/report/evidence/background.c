#include "report/evidence/background.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "report/text/memory.h"

enum { NAME_MAX_BYTES = 200 };

/* "python" for the interpreter, "_json" for _json.cpython-311-....so. */
static void
image_stem(const struct ledger *ledger, const struct symbols *symbols,
           uint32_t image, char stem[NAME_MAX_BYTES])
{
    const char *name = symbols_image_name(symbols, image);
    uint32_t flags = ledger_image_at(ledger, image)->flags;

    if ((flags & LEDGER_IMAGE_MAIN) != 0 ||
        strncmp(name, "libpython", 9) == 0) {
        name = "python";
    }
    snprintf(stem, NAME_MAX_BYTES, "%.*s", (int)strcspn(name, "."), name);
}

static uint32_t
find_image(const struct ledger *ledger, const struct symbols *symbols,
           const char *wanted, size_t length)
{
    char stem[NAME_MAX_BYTES];

    for (uint32_t i = 1; i < ledger_used(ledger, LEDGER_IMAGES); i++) {
        image_stem(ledger, symbols, i, stem);
        if (strlen(stem) == length && memcmp(stem, wanted, length) == 0) {
            return i;
        }
    }
    return 0;
}

/* Of the version that was recorded, or of the one that is nearest. */
static const char *const *
table_of(const struct ledger *ledger)
{
    unsigned minor = ledger->header->python_hexversion >> 16 & 255;
    const struct background_table *best = NULL;

    for (const struct background_table *table = background_tables;
         table->lines != NULL; table++) {
        if (best == NULL || abs((int)(table->minor - minor)) <
                                abs((int)(best->minor - minor))) {
            best = table;
        }
    }
    return best->lines;
}

/*
 * The table first lists functions, "f IMAGE NAME", numbered from 1; then rows,
 * "KIND A B C TOTAL SETTLED" with these numbers, 0 for none. Totals are in
 * tenths.
 */
void
background_load(struct settling *settling, struct symbols *symbols,
                const struct ledger *ledger)
{
    const char *const *lines = table_of(ledger);
    uint32_t *numbers = NULL; /* by number in the table, + 1; 0: not here */
    size_t count = 0;

    numbers = (uint32_t *)memory_room(numbers, count, sizeof *numbers);
    numbers[count++] = 0;
    for (size_t i = 0; lines[i] != NULL; i++) {
        const char *line = lines[i];
        struct settling_row row = { 0 };
        unsigned at[3], total, settled;
        bool here = true;

        if (strncmp(line, "f ", 2) == 0) {
            size_t length = strcspn(line + 2, " ");
            uint32_t image = find_image(ledger, symbols, line + 2, length);

            numbers = (uint32_t *)memory_room(numbers, count, sizeof *numbers);
            numbers[count++] =
                image == 0 || line[2 + length] == '\0'
                    ? 0
                    : symbols_intern(symbols, image, line + 3 + length) + 1;
            continue;
        }
        if (sscanf(line, "%u %u %u %u %u %u", &row.kind, &at[0], &at[1], &at[2],
                   &total, &settled) != 6) {
            continue;
        }
        for (int a = 0; a < 3; a++) {
            here &= at[a] < count && (at[a] == 0 || numbers[at[a]] != 0);
            row.functions[a] = here ? numbers[at[a]] : 0;
        }
        if (here && row.functions[0] != 0) {
            row.total = total / 10.0;
            row.settled = settled / 10.0;
            settling_add(settling, row);
        }
    }
    free(numbers);
}

uint32_t
background_function(struct symbols *symbols, const struct ledger *ledger,
                    const char *name, size_t length)
{
    const char *colon = (const char *)memchr(name, ':', length);
    uint32_t image = colon == NULL ? 0
                                   : find_image(ledger, symbols, name,
                                                (size_t)(colon - name));
    char function[NAME_MAX_BYTES];

    if (image == 0 || name + length - colon > NAME_MAX_BYTES) {
        return 0;
    }
    snprintf(function, sizeof function, "%.*s",
             (int)(name + length - colon - 1), colon + 1);
    return symbols_intern(symbols, image, function) + 1;
}

static bool
name_of(const struct symbols *symbols, const struct ledger *ledger,
        uint32_t number, char name[2 * NAME_MAX_BYTES])
{
    const struct function *function;
    char stem[NAME_MAX_BYTES];

    if (number == 0) {
        strcpy(name, "-");
        return true;
    }
    if (number - 1 >= symbols_function_count(symbols)) {
        return false;
    }
    function = symbols_function(symbols, number - 1);
    if ((function->flags & FUNCTION_NAMED) == 0 || function->image == 0 ||
        strlen(function->name) >= NAME_MAX_BYTES ||
        strpbrk(function->name, " \n") != NULL) {
        return false;
    }
    image_stem(ledger, symbols, function->image, stem);
    snprintf(name, 2 * NAME_MAX_BYTES, "%s:%s", stem, function->name);
    return true;
}

void
background_write(FILE *file, const struct settling *settling,
                 const struct symbols *symbols, const struct ledger *ledger)
{
    struct settling_row row;
    size_t at = 0;

    while (settling_next(settling, &at, &row)) {
        char names[3][2 * NAME_MAX_BYTES];
        bool named = true;

        for (int i = 0; i < 3; i++) {
            named &= name_of(symbols, ledger, row.functions[i], names[i]);
        }
        if (named) {
            fprintf(file, "%u %s %s %s %.2f %.2f\n", row.kind, names[0],
                    names[1], names[2], row.total, row.settled);
        }
    }
}
