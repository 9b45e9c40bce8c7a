#include "cli/commands/commands.h"

#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/judgement/living.h"
#include "cli/text/command_line.h"
#include "cli/text/complain.h"
#include "cli/text/progress.h"
#include "report/blame/analysis.h"
#include "report/compare/difference.h"
#include "report/input/ledger_load.h"
#include "report/run/judgement.h"
#include "report/text/memory.h"
#include "report/text/text.h"
#include "report/text/values.h"
#include "report/text/words.h"

enum { PLACES_SHOWN = 20 };

/* What is known of one of the two. */
struct side {
    const char *path;
    struct livings livings;
    struct accused *findings;
    size_t finding_count;
    uint64_t unsampled;
    struct judgement judgement;
};

static bool
side_load(struct side *side, const char *path, bool names)
{
    struct ledger ledger;
    struct report report;
    struct error error;

    *side = (struct side){ .path = path };
    progress_set("reading a ledger");
    if (!living_load(&ledger, path, &error)) {
        complain(0, "%s", error.text);
        return false;
    }
    analysis_build(&report, &ledger,
                   &(struct analysis){
                       .path = path,
                       .names = names,
                       .progress = progress_set,
                   });
    side->finding_count = report.finding_count;
    side->findings = (struct accused *)memory_zeroed(report.finding_count,
                                                     sizeof *side->findings);
    for (size_t i = 0; i < report.finding_count; i++) {
        accused_fill(&side->findings[i], &report.inputs, &report.findings[i]);
    }
    progress_set("counting what is alive");
    livings_build(&side->livings, &report);
    judgement_build(&side->judgement, &report);
    side->unsampled = ledger.header->unsampled;
    report_clear(&report);
    ledger_close(&ledger);
    return true;
}

static void
side_clear(struct side *side)
{
    for (size_t i = 0; i < side->finding_count; i++) {
        accused_clear(&side->findings[i]);
    }
    free(side->findings);
    livings_clear(&side->livings);
    judgement_clear(&side->judgement);
}

static const char *
change_word(const struct change *change)
{
    return change->before == NULL           ? "new"
           : change->after == NULL          ? "gone"
           : change_references(change) == 0 ? "changed"
           : change_references(change) > 0  ? "grown"
                                            : "shrunk";
}

static const struct accused *
latest(const struct change *change)
{
    return change->after != NULL ? change->after : change->before;
}

/* ---- text ---- */

static void
print_finding(const struct change *change)
{
    const struct accused *accused = latest(change);
    char *text = accused_text(accused), *place = accused_place(accused);

    printf("  %-7s %s: %s", change_word(change), accused->verdict, text);
    if (change->before != NULL && change->after != NULL) {
        char number[TEXT_NUMBER_BYTES];

        printf(", %s before",
               text_number(number, (int64_t)change->before->references));
    }
    printf(", %s\n", place);
    free(text);
    free(place);
}

static void
print_place(const struct change *change)
{
    const struct accused *accused = latest(change);
    char *place = accused_place(accused);

    printf("  %+10" PRId64 " %+10" PRId64 "  %s  %s", change_objects(change),
           change_references(change),
           accused->type[0] != '\0' ? accused->type : "?", place);
    if (accused->python_function[0] != '\0') {
        printf("  python %s:%" PRIu32 " in %s",
               words_last_part(accused->python_file), accused->python_line,
               accused->python_function);
    }
    putchar('\n');
    free(place);
}

/* Those whose sign is that of `sign`, the most important first. */
static void
print_places(const struct changes *changes, int sign, const char *title)
{
    size_t shown = 0, hidden = 0;

    for (size_t i = 0; i < changes->count; i++) {
        const struct change *change =
            &changes->items[sign > 0 ? i : changes->count - 1 - i];
        int64_t size = change_references(change);

        size = size != 0 ? size : change_objects(change);
        if ((size > 0) != (sign > 0)) {
            continue;
        }
        if (shown == PLACES_SHOWN) {
            hidden++;
            continue;
        }
        if (shown++ == 0) {
            printf("\n%s\n  %10s %10s  type and place of birth\n", title,
                   "objects", "references");
        }
        print_place(change);
    }
    if (hidden > 0) {
        printf("  and %zu more; --format=json has them all\n", hidden);
    }
}

/* How much of it was judged: what was not may be in neither list. */
static void
print_side(const char *word, const struct side *side)
{
    char *line = judgement_line(&side->judgement);

    printf("reftally: %s ", word);
    words_foreign(stdout, side->path);
    printf(": %s\n", line);
    free(line);
}

static bool
write_text(const struct side *before, const struct side *after,
           const struct changes *findings, const struct changes *places)
{
    print_side("from", before);
    print_side("to", after);
    if (before->unsampled > 0 || after->unsampled > 0) {
        puts("  only some objects were recorded: the numbers cannot be "
             "compared exactly");
    }
    if (findings->count > 0) {
        puts("\nfindings");
    }
    for (size_t i = 0; i < findings->count; i++) {
        print_finding(&findings->items[i]);
    }
    print_places(places, 1, "what grew");
    print_places(places, -1, "what shrank");
    if (findings->count == 0 && places->count == 0) {
        puts("\nno difference in what is alive");
    }
    return fflush(stdout) == 0 && !ferror(stdout);
}

/* ---- JSON ---- */

static json_t *
change_json(const struct change *change)
{
    const struct accused *accused = latest(change);
    const struct {
        const char *name, *text;
    } texts[] = {
        { "change", change_word(change) },
        { "type", accused->type },
        { "function", accused->function },
        { "file", accused->file },
        { "image", accused->image },
        { "python_function", accused->python_function },
        { "python_file", accused->python_file },
    };
    const struct {
        const char *name;
        uint64_t before, after;
    } numbers[] = {
        { "objects", change->before != NULL ? change->before->objects : 0,
          change->after != NULL ? change->after->objects : 0 },
        { "references", change->before != NULL ? change->before->references : 0,
          change->after != NULL ? change->after->references : 0 },
    };
    json_t *object = json_object();

    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        json_object_set_new(
            object, texts[i].name,
            values_text(texts[i].text[0] != '\0' ? texts[i].text : NULL));
    }
    json_object_set_new(object, "line", values_positive(accused->line));
    json_object_set_new(object, "python_line",
                        values_positive(accused->python_line));
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        json_t *both = json_object();

        json_object_set_new(both, "before", values_number(numbers[i].before));
        json_object_set_new(both, "after", values_number(numbers[i].after));
        json_object_set_new(object, numbers[i].name, both);
    }
    return object;
}

static bool
write_json(const struct side *before, const struct side *after,
           const struct changes *findings, const struct changes *places)
{
    json_t *document = json_object();
    json_t *found = json_array(), *alive = json_array();

    for (size_t i = 0; i < findings->count; i++) {
        json_t *change = change_json(&findings->items[i]);

        json_object_set_new(change, "verdict",
                            json_string(latest(&findings->items[i])->verdict));
        json_array_append_new(found, change);
    }
    for (size_t i = 0; i < places->count; i++) {
        json_array_append_new(alive, change_json(&places->items[i]));
    }
    json_object_set_new(document, "schema", json_string("reftally-diff/1"));
    json_object_set_new(document, "before", values_foreign(before->path));
    json_object_set_new(document, "after", values_foreign(after->path));
    json_object_set_new(document, "before_judged",
                        json_string(judged_word(before->judgement.judged)));
    json_object_set_new(document, "after_judged",
                        json_string(judged_word(after->judgement.judged)));
    json_object_set_new(
        document, "sampled",
        json_boolean(before->unsampled > 0 || after->unsampled > 0));
    json_object_set_new(document, "findings", found);
    json_object_set_new(document, "alive", alive);
    return values_write(stdout, document) && fflush(stdout) == 0;
}

/* ---- the command ---- */

struct request {
    bool json, names;
};

static int
compare(const char *before_path, const char *after_path,
        const struct request *request)
{
    struct side before, after = { 0 };
    struct changes findings = { 0 }, places = { 0 };
    int status = EXIT_CLEAN;

    progress_begin();
    if (!side_load(&before, before_path, request->names) ||
        !side_load(&after, after_path, request->names)) {
        status = EXIT_UNREADABLE;
    }
    else {
        changes_of_findings(&findings, before.findings, before.finding_count,
                            after.findings, after.finding_count);
        changes_of_livings(&places, &before.livings, &after.livings);
        progress_set("writing");
        if (!(request->json ? write_json : write_text)(&before, &after,
                                                       &findings, &places)) {
            status =
                complain(EXIT_UNREADABLE, "cannot write: %s", strerror(errno));
        }
    }
    progress_end();
    changes_clear(&findings);
    changes_clear(&places);
    side_clear(&before);
    side_clear(&after);
    return status;
}

static void
print_help(void)
{
    puts("Usage: reftally diff [OPTION]... BEFORE AFTER\n"
         "Says what is alive in the ledger AFTER and not, or less, in BEFORE, "
         "by type and\nplace of birth, and which findings came and went. A "
         "process that is running is\nasked what it has now; `report --keep' "
         "makes the one before.\n\n"
         "  --format=FORMAT  text or json; default text\n"
         "  --no-names       do not look for the names of functions\n"
         "  --help           print this");
}

static int
take_option(void *context, int option, const char *value)
{
    struct request *request = context;

    if (option == 'n') {
        request->names = false;
        return EXIT_CLEAN;
    }
    request->json = strcmp(value, "json") == 0;
    return request->json || strcmp(value, "text") == 0
               ? EXIT_CLEAN
               : complain_usage("diff",
                                "there is no format '%s', allowed are text, "
                                "json",
                                value);
}

int
command_diff(int argc, char **argv)
{
    static const struct option options[] = {
        { "format", required_argument, NULL, 'f' },
        { "no-names", no_argument, NULL, 'n' },
        { "help", no_argument, NULL, 'h' },
        { 0 },
    };
    static const struct command_line line = {
        .name = "diff",
        .print_help = print_help,
        .options = options,
        .take = take_option,
        .least = 2,
        .most = 2,
        .wants = "takes two ledgers",
    };
    struct request request = { .names = true };
    int status;

    return command_line_read(&line, argc, argv, &request, &status)
               ? compare(argv[optind], argv[optind + 1], &request)
               : status;
}
