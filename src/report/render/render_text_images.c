/* Images that were patched, and who took over frame evaluation. */
#include "report/render/render_text.h"

#include <inttypes.h>
#include <string.h>

#include "report/compare/coverage.h"
#include "report/finding/phrases.h"
#include "report/input/ledger_load.h"
#include "report/text/text.h"
#include "report/text/words.h"

enum { IMAGES_MAX = 40, EVALUATORS_MAX = 8 };

static void
write_image(FILE *file, const struct report *report, uint32_t index)
{
    const struct ledger *ledger = report->inputs.ledger;
    const struct ledger_image *image = ledger_image_at(ledger, index);
    char patched[TEXT_NUMBER_BYTES], sites[TEXT_NUMBER_BYTES];
    bool first = true;

    fprintf(file, "  %s: %s of %s sites",
            symbols_image_name(report->inputs.symbols, index),
            text_number(patched, image->patched),
            text_number(sites, image->sites));
    if (image->left_alone > 0) {
        fprintf(file, ", %" PRIu32 " left alone", image->left_alone);
        for (uint32_t i = 0; i < LEDGER_LEAVE_REASONS; i++) {
            const char *word = leave_reason_word(i);

            if (image->left_by_reason[i] > 0) {
                fprintf(file, "%s%" PRIu32 " %s", first ? ": " : ", ",
                        image->left_by_reason[i],
                        word != NULL ? word : "for an unknown reason");
                first = false;
            }
        }
    }
    if (image->refused != 0) {
        fputs(", refused: ", file);
        phrase_string(file, ledger, image->refused);
    }
    putc('\n', file);
}

void
render_text_images(FILE *file, const struct report *report)
{
    const struct ledger *ledger = report->inputs.ledger;
    uint32_t shown = 0, hidden = 0;

    for (uint32_t i = 1; i < ledger_used(ledger, LEDGER_IMAGES); i++) {
        const struct ledger_image *image = ledger_image_at(ledger, i);

        if (image->sites == 0 && image->refused == 0) {
            continue;
        }
        if (shown == IMAGES_MAX) {
            hidden++;
            continue;
        }
        shown++;
        write_image(file, report, i);
    }
    if (hidden > 0) {
        fprintf(file, "  and %" PRIu32 " more images\n", hidden);
    }
}

/* Who called the function that sets the slot, if that is known. */
static void
write_setter(FILE *file, const struct report *report, uint32_t tag)
{
    struct stack stack = { 0 };

    stacks_fill(report->inputs.stacks, tag, &stack);
    if (stack.count > 0) {
        fputs(", first by ", file);
        phrase_frame(file, &report->inputs, &stack.frames[0]);
    }
    stack_clear(&stack);
}

/* "NAME (IMAGE)" */
static void
write_evaluator(FILE *file, const struct report *report, uint64_t function)
{
    const struct place *place =
        symbols_address(report->inputs.symbols, function, 0);

    if (place->count > 0) {
        words_foreign(file,
                      symbols_function(report->inputs.symbols,
                                       place->frames[place->count - 1].function)
                          ->name);
        putc(' ', file);
    }
    putc('(', file);
    words_foreign(file,
                  symbols_image_name(report->inputs.symbols, place->image));
    putc(')', file);
}

static uint64_t
times_set(const struct ledger *ledger, uint64_t function)
{
    uint64_t times = 0;

    for (uint32_t i = 1; i < ledger_used(ledger, LEDGER_EVALUATORS); i++) {
        const struct ledger_evaluator *evaluator =
            ledger_evaluator_at(ledger, i);

        times += evaluator->function == function ? 1 + evaluator->again : 0;
    }
    return times;
}

/* The interpreter's own, or none. */
static bool
is_of_interpreter(const struct report *report, uint64_t function)
{
    const struct place *place;

    if (function == 0) {
        return true;
    }
    place = symbols_address(report->inputs.symbols, function, 0);
    return place->image != 0 &&
           ledger_image_is_interpreters(report->inputs.ledger, place->image);
}

static void
write_seconds(FILE *file, const struct ledger_header *header, uint64_t when)
{
    if (when >= header->start_realtime_ns) {
        fprintf(file, " %.1f s after the start",
                (double)(when - header->start_realtime_ns) / 1e9);
    }
}

/* When the slot was first taken, and since when it is as it is at the end. */
static void
write_since(FILE *file, const struct report *report)
{
    const struct ledger *ledger = report->inputs.ledger;
    const struct ledger_header *header = ledger->header;
    uint64_t function;

    if (header->evaluator == 0 ||
        header->evaluator >= ledger_used(ledger, LEDGER_EVALUATORS)) {
        return; /* of an older ledger, it is not known */
    }
    function = ledger_evaluator_at(ledger, header->evaluator)->function;
    fputs("  the slot", file);
    if (header->evaluator_first_ns != 0) {
        fputs(" was first taken", file);
        write_seconds(file, header, header->evaluator_first_ns);
        fputs("; it", file);
    }
    fputs(" has had ", file);
    if (is_of_interpreter(report, function)) {
        fputs("the interpreter's own evaluator", file);
    }
    else {
        write_evaluator(file, report, function);
    }
    fputs(" in it since", file);
    write_seconds(file, header, header->evaluator_since_ns);
    putc('\n', file);
}

void
render_text_evaluators(FILE *file, const struct report *report)
{
    const struct ledger *ledger = report->inputs.ledger;
    uint64_t shown[EVALUATORS_MAX];
    int count = 0;

    for (uint32_t i = 1;
         i < ledger_used(ledger, LEDGER_EVALUATORS) && count < EVALUATORS_MAX;
         i++) {
        uint64_t function = ledger_evaluator_at(ledger, i)->function;
        char times[TEXT_NUMBER_BYTES];
        bool again = false;

        for (int s = 0; s < count; s++) {
            again |= shown[s] == function;
        }
        if (again) {
            continue;
        }
        shown[count++] = function;
        if (is_of_interpreter(report, function)) {
            fputs("  frame evaluation was given back to the interpreter", file);
        }
        else {
            fputs("  frame evaluation was taken over by ", file);
            write_evaluator(file, report, function);
            fputs(", set in the PEP 523 slot", file);
        }
        text_number(times, (int64_t)times_set(ledger, function));
        if (strcmp(times, "1") != 0) {
            fprintf(file, " %s times", times);
        }
        write_setter(file, report, ledger_evaluator_at(ledger, i)->setter);
        putc('\n', file);
    }
    write_since(file, report);
}
