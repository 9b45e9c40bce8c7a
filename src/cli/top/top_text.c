#include "cli/top/top_text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "report/blame/analysis.h"
#include "report/text/memory.h"
#include "report/text/text.h"

enum {
    NARROW_COLUMNS = 100, /* below it, places need the room of numbers */
    PLACE_COLUMNS = 34,   /* where there is room for all */
};

/* Continuation bytes are no characters of their own. */
static bool
begins_character(char byte)
{
    return ((unsigned char)byte & 0xc0) != 0x80;
}

/* Bytes of so many characters, and how many there are. */
static size_t
measure(const char *text, unsigned columns, unsigned *characters)
{
    size_t bytes = 0;

    *characters = 0;
    for (; text[bytes] != '\0'; bytes++) {
        if (begins_character(text[bytes]) && (*characters)++ == columns) {
            --*characters;
            break;
        }
    }
    return bytes;
}

char *
top_text_cut(const char *text, unsigned columns)
{
    unsigned characters;

    return columns == 0
               ? memory_text(text)
               : memory_format("%.*s", (int)measure(text, columns, &characters),
                               text);
}

/* Exactly so many characters; what is left out at the end is marked. */
static char *
fit(const char *text, unsigned columns)
{
    unsigned characters, all;
    size_t bytes = measure(text, columns, &characters);

    if (text[bytes] == '\0') {
        return memory_format("%s%*s", text, (int)(columns - characters), "");
    }
    bytes = measure(text, columns > 1 ? columns - 1 : 1, &all);
    return memory_format("%.*s~", (int)bytes, text);
}

/* As long as it is, but not shorter than the column. */
static char *
pad(const char *text, unsigned columns)
{
    unsigned characters;

    measure(text, columns, &characters);
    return characters < columns ? fit(text, columns) : memory_text(text);
}

/* The place and who holds it share what is left. */
static char *
line(const char *type, const char *const numbers[2], const char *place,
     const char *held, unsigned columns)
{
    bool narrow = columns != 0 && columns < NARROW_COLUMNS;
    unsigned number = narrow ? 9 : 11, kind = narrow ? 16 : 18;
    unsigned before = kind + 2 * (number + 1) + 2;
    unsigned rest = columns > before + 3 ? columns - before - 1 : 2;
    char *first = fit(type, kind);
    char *middle =
        columns == 0 ? pad(place, PLACE_COLUMNS) : fit(place, (rest + 1) / 2);
    char *whole =
        memory_format("%s %*s %*s  %s %s", first, (int)number, numbers[0],
                      (int)number, numbers[1], middle, held);
    char *cut = top_text_cut(whole, columns);

    free(first);
    free(middle);
    free(whole);
    return cut;
}

char *
top_text_columns(unsigned columns)
{
    static const char *const numbers[2] = { "ALIVE", "A MINUTE" };

    return line("TYPE", numbers, "BORN AT", "HELD BY", columns);
}

/* "-" as long as nothing is known. */
static char *
growth_text(const struct top_rows *rows, double growth)
{
    int64_t minute = (int64_t)(growth < 0 ? growth - 0.5 : growth + 0.5);
    char number[TEXT_NUMBER_BYTES];

    return rows->seconds > 0 ? memory_format("%s%s", minute > 0 ? "+" : "",
                                             text_number(number, minute))
                             : memory_text("-");
}

char *
top_text_row(const struct top_rows *rows, const struct top_row *row,
             unsigned columns)
{
    char alive[TEXT_NUMBER_BYTES];
    char *growth = growth_text(rows, row->growth);
    const char *numbers[2] = { text_number(alive, (int64_t)row->alive),
                               growth };
    char *place = row->kinds == 1 ? memory_text(row->place)
                                  : memory_format("%u places, most at %s",
                                                  row->kinds, row->place);
    char *text = line(row->type, numbers, place, row->held, columns);

    free(growth);
    free(place);
    return text;
}

static const char *
end_word(const struct ledger_header *header)
{
    return analysis_still_runs(header) ? "runs"
           : header->finalization == LEDGER_FINALIZED
               ? "has ended, with its interpreter"
               : "has ended";
}

char *
top_text_state(const struct top_rows *rows, const struct kinds_watch *watch)
{
    char alive[TEXT_NUMBER_BYTES], born[TEXT_NUMBER_BYTES];
    char *state = memory_format(
        "process %" PRIu64 " %s: %s objects alive, %s born", watch->header->pid,
        end_word(watch->header), text_number(alive, (int64_t)rows->alive),
        text_number(born, (int64_t)rows->born));
    char *text = rows->seconds > 0 ? memory_format("%s; growth of %.0f seconds",
                                                   state, rows->seconds)
                                   : memory_text(state);

    free(state);
    return text;
}
