#include "report/finding/phrases.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "report/input/ledger_load.h"
#include "report/text/text.h"
#include "report/text/words.h"

void
phrase_string(FILE *file, const struct ledger *ledger, ledger_string string)
{
    char *text = ledger_printable(ledger, string);

    fputs(text != NULL ? text : "?", file);
    free(text);
}

void
phrase_frame(FILE *file, const struct inputs *inputs,
             const struct stack_frame *frame)
{
    const struct function *function =
        symbols_function(inputs->symbols, frame->function);
    char *name = words_folded(function->name);

    if (frame->file != NULL) {
        words_foreign(file, words_last_part(frame->file));
        fprintf(file, ":%" PRIu32 "  ", frame->line);
    }
    words_foreign(file, name);
    free(name);
    if ((function->flags & FUNCTION_NAMED) != 0) {
        fputs("  (", file);
        words_foreign(file,
                      symbols_image_name(inputs->symbols, frame->place->image));
        if (frame->file == NULL) {
            fprintf(file, "+0x%" PRIx64, frame->place->offset);
        }
        putc(')', file);
    }
    else if (frame->place->image != 0 &&
             symbols_image_names(inputs->symbols, frame->place->image) !=
                 IMAGE_NAMES_OFF) {
        fprintf(file, "  (at +0x%" PRIx64 ")", frame->place->offset);
    }
}

static void
write_quoted(FILE *file, const char *indent, const char *text)
{
    if (text != NULL) {
        fprintf(file, "%s  | %s\n", indent, text);
    }
}

void
phrase_source(FILE *file, const struct inputs *inputs, const char *indent,
              const char *path, uint32_t line)
{
    if (inputs->sources != NULL) {
        write_quoted(file, indent,
                     sources_line(inputs->sources, path, line, NULL));
    }
}

const char *
phrase_line(const struct inputs *inputs, const struct stack_frame *frame)
{
    char *image;
    const char *text;

    if (inputs->sources == NULL) {
        return NULL;
    }
    image = ledger_printable(
        inputs->ledger,
        ledger_image_at(inputs->ledger, frame->place->image)->path);
    text = sources_line(inputs->sources, frame->file, frame->line, image);
    free(image);
    return text;
}

void
phrase_frame_source(FILE *file, const struct inputs *inputs, const char *indent,
                    const struct stack_frame *frame)
{
    write_quoted(file, indent, phrase_line(inputs, frame));
}

const char *
phrase_of_fault(void)
{
    return "the program died of a fault, as it does when an object was "
           "released "
           "too early; no object tells which";
}

const char *
phrase_of_holders(bool held)
{
    return held ? "held by what lives on" : "that own each other";
}

void
phrase_finding(FILE *file, const struct finding *finding)
{
    char references[TEXT_NUMBER_BYTES], objects[TEXT_NUMBER_BYTES];
    const char *type = finding->type != NULL ? finding->type : "?";

    if (finding->objects == 0) {
        fputs(phrase_of_fault(), file);
        return;
    }
    text_number(references, (int64_t)finding->references);
    text_number(objects, (int64_t)finding->objects);
    switch (finding->verdict) {
    case VERDICT_HELD:
    case VERDICT_CYCLE:
        fprintf(file, "%s %s object%s %s", objects, type,
                words_plural(finding->objects),
                phrase_of_holders(finding->verdict == VERDICT_HELD));
        break;
    default:
        fprintf(file, "%s reference%s too %s to %s %s object%s", references,
                words_plural(finding->references),
                finding->verdict == VERDICT_DEFICIT ? "few" : "many", objects,
                type, words_plural(finding->objects));
        break;
    }
}

void
phrase_healthy(FILE *file, const struct finding *finding)
{
    char number[TEXT_NUMBER_BYTES];

    fprintf(file, "%s other%s, born alike, %s given back.",
            text_number(number, (int64_t)finding->healthy),
            words_plural(finding->healthy),
            finding->healthy == 1 ? "was" : "were");
}

/* To the two digits that are printed. */
static bool
is_whole(double number)
{
    return number > 1e12 || (uint64_t)(number * 100 + .5) % 100 == 0;
}

static void
write_growth(FILE *file, const struct growth_line *growth)
{
    const char *each = growth->per_call ? "call" : "checkpoint";

    if (growth->share > 0) {
        fprintf(file, ", grew evenly over the last %.*f %% of the run",
                growth->share < .01 ? 1 : 0, growth->share * 100);
        return;
    }
    switch (growth->kind) {
    case GROWTH_UNKNOWN:
        break;
    case GROWTH_NONE:
        fputs(", does not grow", file);
        break;
    case GROWTH_FALLS:
        fprintf(file, ", falls by %.*f per %s, r²=%.2f",
                is_whole(-growth->slope) ? 0 : 2, -growth->slope, each,
                growth->r2);
        break;
    case GROWTH_LINEAR:
        fprintf(file, ", grows by %.*f per %s, r²=%.2f",
                is_whole(growth->slope) ? 0 : 2, growth->slope, each,
                growth->r2);
        break;
    case GROWTH_SATURATES:
        fputs(", grew and stopped", file);
        break;
    case GROWTH_NOISE:
        fprintf(file, ", grows unsteadily, r²=%.2f", growth->r2);
        break;
    }
}

void
phrase_verdict(FILE *file, const struct finding *finding)
{
    fputs(verdict_word(finding->verdict), file);
    fputs(finding->taken_twice ? ", taken twice in one frame" : "", file);
    write_growth(file, &finding->growth);
}
