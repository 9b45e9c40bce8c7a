#include "report/render/render_json.h"
#include "report/render/render_text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "report/input/ledger_load.h"
#include "report/text/text.h"
#include "report/text/values.h"
#include "report/text/words.h"

static const char *
place_word(uint32_t place)
{
    switch (place) {
    case LEDGER_CHARGE_VARIABLE:
        return "variable";
    case LEDGER_CHARGE_CELL:
        return "cell";
    case LEDGER_CHARGE_FUNCTION:
        return "function";
    default:
        return "code";
    }
}

/* "its variable x", "the cell of its x", "its function", "its code" */
static void
write_place(FILE *file, const struct ledger *ledger,
            const struct frame_charge *charge)
{
    char *name = ledger_printable(ledger, charge->name);
    bool cell = charge->place == LEDGER_CHARGE_CELL;

    fprintf(file, "%s", cell ? "the cell of its " : "its ");
    if (!cell || name == NULL) {
        fputs(cell ? "closure" : place_word(charge->place), file);
    }
    if (name != NULL) {
        fputs(cell ? "" : " ", file);
        words_foreign(file, name);
    }
    free(name);
}

void
render_text_charge(FILE *file, const struct report *report,
                   const struct finding *finding)
{
    const struct frame_charge *charge = &finding->charge;
    const struct ledger *ledger = report->inputs.ledger;
    const struct ledger_code *code = ledger_code_at(ledger, charge->code);
    char evaluations[TEXT_NUMBER_BYTES], references[TEXT_NUMBER_BYTES];
    char *name, *path;

    if (charge->references == 0) {
        return;
    }
    name = ledger_printable(ledger, code->function);
    path = ledger_printable(ledger, code->filename);
    fprintf(file, "    frames    %s evaluation%s of ",
            text_number(evaluations, (int64_t)charge->evaluations),
            words_plural(charge->evaluations));
    words_foreign(file, name != NULL ? name : "?");
    if (path != NULL) {
        const char *slash = strrchr(path, '/');

        fputs(" (", file);
        words_foreign(file, slash != NULL ? slash + 1 : path);
        fprintf(file, ":%" PRIu32 ")", code->first_line);
    }
    fprintf(file, " %s %s reference%s to ",
            finding->verdict == VERDICT_DEFICIT ? "gave back" : "left over",
            text_number(references, (int64_t)charge->references),
            words_plural(charge->references));
    write_place(file, ledger, charge);
    fputs(finding->verdict == VERDICT_DEFICIT ? ", too many\n" : "\n", file);
    free(name);
    free(path);
}

json_t *
render_json_charge(const struct report *report, const struct finding *finding)
{
    const struct frame_charge *charge = &finding->charge;
    const struct ledger *ledger = report->inputs.ledger;
    const struct ledger_code *code = ledger_code_at(ledger, charge->code);
    json_t *object = json_object();

    json_object_set_new(object, "function",
                        values_string(ledger, code->function));
    json_object_set_new(object, "file", values_string(ledger, code->filename));
    json_object_set_new(object, "line", values_positive(code->first_line));
    json_object_set_new(object, "evaluations",
                        values_number(charge->evaluations));
    json_object_set_new(object, "objects", values_number(charge->objects));
    json_object_set_new(object, "references",
                        values_number(charge->references));
    json_object_set_new(object, "place",
                        json_string(place_word(charge->place)));
    json_object_set_new(object, "name", values_string(ledger, charge->name));
    return object;
}

void
render_text_audited(FILE *file, const struct ledger_header *header)
{
    char number[TEXT_NUMBER_BYTES];

    if (header->frames_audited > 0) {
        fprintf(file,
                "  %s evaluation%s of frames that C code entered %s audited",
                text_number(number, (int64_t)header->frames_audited),
                words_plural(header->frames_audited),
                header->frames_audited == 1 ? "was" : "were");
        if (header->charges_dropped > 0) {
            fprintf(file, "; the ledger had no room for %s results",
                    text_number(number, (int64_t)header->charges_dropped));
        }
        putc('\n', file);
    }
}
