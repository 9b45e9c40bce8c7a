#include "report/render.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/reason.h"
#include "report/coverage.h"
#include "report/ledger_load.h"
#include "report/text.h"

/* A finding is one screen: the rest stands in the JSON report. */
enum {
    FINDINGS_MAX = 20,
    SUSPECTS_MAX = 3,
    CONTEXT_MAX = 6,
    SUSPECT_FRAMES = 12,
    PYTHON_FRAMES = 4,
    IMAGES_MAX = 40,
    EVALUATORS_MAX = 8,
};

static const char *
plural(uint64_t count)
{
    return count == 1 ? "" : "s";
}

/* Source files are known by their last part; the JSON report has it all. */
static const char *
last_part(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash != NULL && slash[1] != '\0' ? slash + 1 : path;
}

static void
write_foreign(FILE *file, const char *text)
{
    char *printable = text_printable(text, strlen(text));

    fputs(printable, file);
    free(printable);
}

static void
write_string(FILE *file, const struct ledger *ledger, ledger_string string)
{
    char *text = ledger_printable(ledger, string);

    fputs(text != NULL ? text : "?", file);
    free(text);
}

/* "typeobject.c:7587 slot_tp_hash (python3.11)", or what is known of it. */
static void
write_frame(FILE *file, const struct report *report,
            const struct stack_frame *frame)
{
    const struct function *function =
        symbols_function(report->symbols, frame->function);

    if (frame->file != NULL) {
        write_foreign(file, last_part(frame->file));
        fprintf(file, ":%" PRIu32 "  ", frame->line);
    }
    write_foreign(file, function->name);
    if ((function->flags & FUNCTION_NAMED) != 0) {
        fputs("  (", file);
        write_foreign(file,
                      symbols_image_name(report->symbols, frame->place->image));
        if (frame->file == NULL) {
            fprintf(file, "+0x%" PRIx64, frame->place->offset);
        }
        putc(')', file);
    }
    else if (frame->place->image != 0 &&
             symbols_image_names(report->symbols, frame->place->image) !=
                 IMAGE_NAMES_OFF) {
        fprintf(file, "  (at +0x%" PRIx64 ")", frame->place->offset);
    }
}

static void
write_python(FILE *file, const struct report *report, uint32_t index,
             const char *indent)
{
    const struct ledger *ledger = report->ledger;

    for (int i = 0; index != 0 && i < PYTHON_FRAMES; i++) {
        const struct ledger_python_node *node =
            ledger_python_node_at(ledger, index);
        const struct ledger_code *code = ledger_code_at(ledger, node->code);
        char *name = ledger_printable(ledger, code->filename);

        fprintf(file, "%s%s ", indent, i == 0 ? "python" : "  from");
        fputs(name != NULL ? last_part(name) : "?", file);
        if (node->line != 0) {
            fprintf(file, ":%" PRIu32, node->line);
        }
        fputs(" in ", file);
        write_string(file, ledger, code->function);
        if (node->opcode != 0) {
            fputs("  ", file);
            write_string(file, ledger, node->opcode);
        }
        putc('\n', file);
        free(name);
        index = node->parent;
    }
}

/* The way from the blamed function down to the change, and its callers. */
static void
write_native(FILE *file, const struct report *report, const struct stack *stack,
             size_t blamed, const char *indent)
{
    size_t shown = 0;

    for (size_t i = blamed; i > 0 && shown < SUSPECT_FRAMES; i--, shown++) {
        fprintf(file, "%scalling ", indent);
        write_frame(file, report, &stack->frames[i - 1]);
        putc('\n', file);
    }
    for (size_t i = blamed + 1; i < stack->count && shown < SUSPECT_FRAMES;
         i++, shown++) {
        fprintf(file, "%s     by ", indent);
        write_frame(file, report, &stack->frames[i]);
        putc('\n', file);
    }
    if (shown == SUSPECT_FRAMES) {
        fprintf(file, "%s    ...\n", indent);
    }
}

static void
write_site(FILE *file, const struct report *report,
           const struct finding *finding, size_t index)
{
    static const char indent[] = "                        ";
    const struct finding_site *site = &finding->sites[index];
    struct stack stack = { 0 };
    char count[TEXT_NUMBER_BYTES];
    char share[32] = "";
    bool suspect = site->blame > 0;
    uint32_t python;

    if (suspect && !finding->taken_twice) {
        snprintf(share, sizeof share, "  [%s%.0f %%]",
                 index == 0 ? "most likely, " : "", site->blame * 100);
    }
    stacks_fill(report->stacks, site->tag, &stack);
    python = site->python != 0 ? site->python : stack.python;
    fprintf(file, "  %c %-8s %10s  ", suspect ? '>' : ' ',
            role_word(site->role), text_number(count, (int64_t)site->count));
    if (site->frame < stack.count) {
        write_frame(file, report, &stack.frames[site->frame]);
    }
    else {
        fputs(stack.adopted ? "before the recording began" : "?", file);
    }
    fprintf(file, "%s\n", share);
    if (index == 0 || (suspect && finding->taken_twice)) {
        write_python(file, report, python, indent);
        write_native(file, report, &stack, site->frame, indent);
    }
    else if (!suspect) {
        write_python(file, report, python, indent);
    }
    stack_clear(&stack);
}

static void
write_finding(FILE *file, const struct report *report, size_t index)
{
    const struct finding *finding = &report->findings[index];
    char references[TEXT_NUMBER_BYTES], objects[TEXT_NUMBER_BYTES];
    size_t suspects = 0, context = 0, hidden = 0;

    fprintf(file, "\n%zu. %s reference%s too %s to %s %s object%s  [%s%s]\n",
            index + 1, text_number(references, (int64_t)finding->references),
            plural(finding->references),
            finding->verdict == VERDICT_DEFICIT ? "few" : "many",
            text_number(objects, (int64_t)finding->objects),
            finding->type != NULL ? finding->type : "?",
            plural(finding->objects), verdict_word(finding->verdict),
            finding->taken_twice ? ", taken twice in one frame" : "");
    if (finding->taken_twice) {
        fputs("   These were taken twice in one frame and released once:\n"
              "   each half may be right alone, together one taking is too "
              "many.\n",
              file);
    }
    if (finding->healthy > 0) {
        fprintf(file, "   %s others, born alike, were given back.\n",
                text_number(objects, (int64_t)finding->healthy));
    }
    for (size_t i = 0; i < finding->site_count; i++) {
        bool suspect = finding->sites[i].blame > 0;

        if (suspect ? suspects < SUSPECTS_MAX : context < CONTEXT_MAX) {
            write_site(file, report, finding, i);
            suspects += suspect;
            context += !suspect;
        }
        else {
            hidden += !suspect;
        }
    }
    if (hidden > 0) {
        fprintf(file, "    and %zu more place%s that balance or add little\n",
                hidden, plural(hidden));
    }
}

static void
write_command(FILE *file, const struct ledger *ledger)
{
    uint32_t length;
    const char *text = ledger_text(ledger, ledger->header->command, &length);
    size_t shown = 0;

    if (text == NULL) {
        putc('?', file);
        return;
    }
    for (const char *end = text + length; text < end && shown < 200;) {
        size_t size = strnlen(text, (size_t)(end - text));
        char *word = text_printable(text, size < 100 ? size : 100);

        fprintf(file, "%s%s", shown > 0 ? " " : "", word);
        free(word);
        shown += size + 1;
        text += size + 1;
    }
    if (shown >= 200) {
        fputs(" ...", file);
    }
}

static void
write_end(FILE *file, const struct report *report)
{
    const struct ledger *ledger = report->ledger;
    const struct ledger_header *header = ledger->header;

    switch (report->end) {
    case END_FINISHED:
        fputs("finished", file);
        break;
    case END_RUNNING:
        fputs("still running: this is what is known so far", file);
        break;
    case END_CUT_SHORT:
        fputs("cut short: this is what was known at the last moment", file);
        break;
    case END_STOPPED:
        fprintf(file, "recording stopped: %s",
                reason_text((enum reason)header->reason));
        if (header->reason_text != 0) {
            fputs(" (", file);
            write_string(file, ledger, header->reason_text);
            putc(')', file);
        }
        break;
    }
    if (report->end != END_STOPPED && header->end_text != 0) {
        fputs(" (", file);
        write_string(file, ledger, header->end_text);
        putc(')', file);
    }
    putc('\n', file);
}

static void
write_head(FILE *file, const struct report *report)
{
    const struct ledger *ledger = report->ledger;
    char *version = python_version(ledger->header->python_hexversion);

    fputs("reftally: ", file);
    if (report->finding_count == 0) {
        fputs("no findings", file);
    }
    else {
        fprintf(file, "%zu finding%s", report->finding_count,
                plural(report->finding_count));
    }
    fputs(" in ", file);
    write_command(file, ledger);
    fprintf(file, "\n  process %" PRIu64 ", CPython %s, ", ledger->header->pid,
            version != NULL ? version : "?");
    write_end(file, report);
    free(version);
    if (report->end != END_FINISHED) {
        fputs("  objects that were alive cannot be judged: the interpreter "
              "had not let go of them\n",
              file);
    }
    else if (ledger->header->stack_mode == LEDGER_STACK_NONE) {
        fputs("  no stacks were recorded, so no place can be named "
              "(REFTALLY_STACK=none)\n",
              file);
    }
}

static void
write_place(FILE *file, const struct report *report, uint32_t site)
{
    const struct place *place = symbols_site(report->symbols, site);

    if (site == 0) {
        fputs("?", file);
        return;
    }
    if (place->count > 0) {
        write_foreign(
            file,
            symbols_function(report->symbols, place->frames[0].function)->name);
        putc(' ', file);
    }
    fprintf(file, "(%s+0x%" PRIx64 ")",
            symbols_image_name(report->symbols, place->image), place->offset);
}

static void
write_changes(FILE *file, const struct report *report,
              const struct coverage *coverage)
{
    const struct ledger *ledger = report->ledger;
    const struct ledger_header *header = ledger->header;
    char seen[TEXT_NUMBER_BYTES], missed[TEXT_NUMBER_BYTES];
    double share = coverage_share(header) * 100;

    /* All of them is a claim: never round up to it. */
    if (header->changes_missed > 0 && share > 99.99) {
        share = 99.99;
    }
    fprintf(file, "  saw %.2f %% of %s reference count changes (%s missed)\n",
            share,
            text_number(
                seen, (int64_t)(header->changes_seen + header->changes_missed)),
            text_number(missed, (int64_t)header->changes_missed));
    for (size_t i = 0; i < coverage->miss_count; i++) {
        const struct ledger_miss *miss =
            ledger_miss_at(ledger, coverage->misses[i]);

        fprintf(file, "    missed %+" PRId64 ", %s times, on ", miss->delta,
                text_number(missed, (int64_t)miss->times));
        write_string(file, ledger, ledger_type_at(ledger, miss->type)->name);
        fputs(" between ", file);
        write_place(file, report, miss->before_site);
        fputs(" and ", file);
        write_place(file, report, miss->after_site);
        putc('\n', file);
    }
    if (header->outside > 0) {
        fprintf(file, "  %s changes were outside of the recording\n",
                text_number(seen, (int64_t)header->outside));
    }
}

static void
write_image(FILE *file, const struct report *report, uint32_t index)
{
    const struct ledger *ledger = report->ledger;
    const struct ledger_image *image = ledger_image_at(ledger, index);
    char patched[TEXT_NUMBER_BYTES], sites[TEXT_NUMBER_BYTES];
    bool first = true;

    fprintf(file, "  %s: %s of %s sites",
            symbols_image_name(report->symbols, index),
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
        write_string(file, ledger, image->refused);
    }
    putc('\n', file);
}

static void
write_images(FILE *file, const struct report *report)
{
    const struct ledger *ledger = report->ledger;
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

static void
write_sampling(FILE *file, const struct ledger_header *header)
{
    char count[TEXT_NUMBER_BYTES];
    unsigned shift = header->sampling_shift < 63 ? header->sampling_shift : 62;

    if (shift == 0 && header->unsampled == 0) {
        fputs("  sampling: none, every object was recorded\n", file);
    }
    else {
        fprintf(file, "  sampling: %s of",
                text_number(count, (int64_t)header->births));
        fprintf(
            file, " %s births kept to stay within %" PRIu64 " MiB",
            text_number(count, (int64_t)(header->births + header->unsampled)),
            header->memory_limit_bytes >> 20);
        if (shift > 0) {
            fprintf(file, ": all at first, 1 in %s at the end",
                    text_number(count, (int64_t)1 << shift));
        }
        fputs("\n    what was left out is in no number of this report\n", file);
    }
    if (header->entries_dropped > 0) {
        fprintf(file, "  %s changes were counted without their stack\n",
                text_number(count, (int64_t)header->entries_dropped));
    }
    if (header->signatures_dropped > 0) {
        fprintf(file, "  %s balanced lives were not kept\n",
                text_number(count, (int64_t)header->signatures_dropped));
    }
}

static void
write_silence(FILE *file, const struct report *report)
{
    char count[TEXT_NUMBER_BYTES];
    uint64_t silent = 0;
    bool first = true;

    for (uint32_t i = 0; i < SILENCE_KINDS; i++) {
        silent += report->silent[i];
    }
    if (silent == 0) {
        return;
    }
    fprintf(file, "  %s object%s alive at the end, but not reported:",
            text_number(count, (int64_t)silent),
            silent == 1 ? " was" : "s were");
    for (uint32_t i = 0; i < SILENCE_KINDS; i++) {
        if (report->silent[i] > 0) {
            fprintf(file, "%s\n    %s %s", first ? "" : ",",
                    text_number(count, (int64_t)report->silent[i]),
                    silence_text((enum silence)i));
            first = false;
        }
    }
    putc('\n', file);
}

/* None, small integers and built-in types are not made: they are there. */
static void
write_static(FILE *file, const struct report *report,
             const struct coverage *coverage)
{
    if (report->ledger->header->track == 0) {
        return;
    }
    fprintf(file, "  objects in static data were %s\n",
            coverage->tracks_static
                ? "tracked: None, small integers, built-in types"
                : "not tracked (REFTALLY_TRACK=...,static adds them)");
}

/* Who called the function that sets the slot, if that is known. */
static void
write_setter(FILE *file, const struct report *report, uint32_t tag)
{
    struct stack stack = { 0 };

    stacks_fill(report->stacks, tag, &stack);
    if (stack.count > 0) {
        fputs(", first by ", file);
        write_frame(file, report, &stack.frames[0]);
    }
    stack_clear(&stack);
}

/* "NAME (IMAGE)" */
static void
write_evaluator(FILE *file, const struct report *report, uint64_t function)
{
    const struct place *place = symbols_address(report->symbols, function, 0);

    if (place->count > 0) {
        write_foreign(file,
                      symbols_function(report->symbols,
                                       place->frames[place->count - 1].function)
                          ->name);
        putc(' ', file);
    }
    putc('(', file);
    write_foreign(file, symbols_image_name(report->symbols, place->image));
    putc(')', file);
}

static uint64_t
times_set(const struct ledger *ledger, uint64_t function)
{
    uint64_t times = 0;

    for (uint32_t i = 1; i < ledger_used(ledger, LEDGER_EVALUATORS); i++) {
        times += ledger_evaluator_at(ledger, i)->function == function;
    }
    return times;
}

/* Each function once: programs may set the slot around every call. */
static void
write_evaluators(FILE *file, const struct report *report)
{
    const struct ledger *ledger = report->ledger;
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
        if (function == 0) {
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
}

bool
render_text(FILE *file, const struct report *report)
{
    struct coverage coverage;
    size_t shown = report->finding_count < FINDINGS_MAX ? report->finding_count
                                                        : FINDINGS_MAX;

    coverage_build(&coverage, report);
    write_head(file, report);
    for (size_t i = 0; i < shown; i++) {
        write_finding(file, report, i);
    }
    if (shown < report->finding_count) {
        fprintf(file,
                "\n%zu smaller findings are left out here; "
                "--format=json has them all\n",
                report->finding_count - shown);
    }
    fputs("\ncoverage\n", file);
    write_changes(file, report, &coverage);
    write_images(file, report);
    write_evaluators(file, report);
    write_static(file, report, &coverage);
    write_sampling(file, report->ledger->header);
    write_silence(file, report);
    for (size_t i = 0; i < coverage.unseen_types.count; i++) {
        fprintf(file, "  no object of type %s was seen\n",
                coverage.unseen_types.items[i]);
    }
    if (report->ledger->repairs > 0) {
        fprintf(file,
                "  %" PRIu64 " fields of the torn ledger were "
                "unreadable\n",
                report->ledger->repairs);
    }
    for (size_t i = 0; i < coverage.hints.count; i++) {
        fprintf(file, "hint: %s\n", coverage.hints.items[i]);
    }
    coverage_clear(&coverage);
    return !ferror(file);
}
