/*
 * What is alive and younger than a checkpoint, or than the program: by type and
 * place of birth, with how one of it is held.
 */
#include "report/render/render_text.h"

#include <inttypes.h>
#include <stdlib.h>

#include "report/compare/newborn.h"
#include "report/finding/phrases.h"
#include "report/text/text.h"
#include "report/text/words.h"

enum { SHOWN_MAX = 20 };

static void
write_since(FILE *file, const struct report *report)
{
    const struct ledger *ledger = report->inputs.ledger;
    uint32_t number = report->newborn_since;
    ledger_string label = ledger_checkpoint_at(ledger, number)->label;

    fputs("\nalive and younger than ", file);
    if (number == 0) {
        fputs("the program's first line\n", file);
        return;
    }
    fprintf(file, "checkpoint %" PRIu32, number);
    if (label != 0) {
        fputs(" (", file);
        phrase_string(file, ledger, label);
        putc(')', file);
    }
    putc('\n', file);
}

static void
write_newborn(FILE *file, const struct newborn *newborn)
{
    const struct accused *place = &newborn->place;
    char younger[TEXT_NUMBER_BYTES], alive[TEXT_NUMBER_BYTES];
    char *where = accused_place(place);

    fprintf(file, "  %10s %10s  %s  ",
            text_number(younger, (int64_t)newborn->younger),
            text_number(alive, (int64_t)place->objects),
            place->type[0] != '\0' ? place->type : "?");
    if (place->python_function[0] != '\0') {
        fputs(words_last_part(place->python_file), file);
        if (place->python_line != 0) {
            fprintf(file, ":%" PRIu32, place->python_line);
        }
        fprintf(file, " in %s  ", place->python_function);
    }
    fprintf(file, "%s\n", where);
    if (newborn->held != NULL) {
        fprintf(file, "  %10s %10s  held as in ", "", "");
        words_foreign(file, newborn->held);
        putc('\n', file);
    }
    free(where);
}

void
render_text_newborn(FILE *file, const struct report *report)
{
    size_t most = report->limit != 0 ? report->limit : SHOWN_MAX;
    struct newborns newborns;

    newborns_build(&newborns, report, report->newborn_since);
    write_since(file, report);
    if (!newborns.known) {
        fputs("  not known: no census says what was alive\n", file);
    }
    else if (newborns.count == 0) {
        fputs("  nothing\n", file);
    }
    else {
        fprintf(file, "  %10s %10s  type and place of birth\n", "at least",
                "of");
    }
    for (size_t i = 0; i < newborns.count && i < most; i++) {
        write_newborn(file, &newborns.items[i]);
    }
    if (newborns.count > most) {
        fprintf(file, "  and %zu more; --limit=N shows them\n",
                newborns.count - most);
    }
    newborns_clear(&newborns);
}
