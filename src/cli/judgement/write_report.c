#include "cli/judgement/write_report.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/files/file_pattern.h"
#include "cli/judgement/expectations.h"
#include "cli/judgement/known.h"
#include "cli/judgement/living.h"
#include "cli/text/complain.h"
#include "cli/text/progress.h"
#include "cli/text/settings.h"
#include "report/blame/analysis.h"
#include "report/compare/filter.h"
#include "report/compare/newborn.h"
#include "report/evidence/growth.h"
#include "report/input/ledger_load.h"
#include "report/run/judgement.h"
#include "report/text/memory.h"

int
choose_format(struct output *output, const char *command, const char *name)
{
    output->format = render_find(name, strlen(name));
    return output->format != NULL
               ? EXIT_CLEAN
               : complain_usage(command,
                                "there is no format '%s', allowed are %s", name,
                                render_formats());
}

/* What a pager shows, or goes to standard error, where progress is told: all of it
   at once. */
static bool
render_whole(const struct output *output, const struct report *report,
             const struct terminal *pager)
{
    char *text = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&text, &size);
    bool written = memory != NULL && output->format->render(memory, report);

    written = memory != NULL && fclose(memory) == 0 && written;
    progress_end();
    written = written && ((pager != NULL && terminal_page(pager, text, size)) ||
                          fwrite(text, 1, size, output->file) == size);
    free(text);
    return written;
}

static bool
render_to(FILE *file, const struct output *output, const struct report *report,
          const struct report_options *options)
{
    struct terminal terminal = terminal_of(file, options->colours);
    struct report shown = *report;
    bool pages = file == stdout && !options->no_pager && terminal.rows > 0;

    if (output->format->render != render_text) {
        pages = false;
    }
    else {
        shown.colours = terminal.colours;
        shown.columns = terminal.columns;
    }
    return pages || file == stderr
               ? render_whole(output, &shown, pages ? &terminal : NULL)
               : output->format->render(file, &shown);
}

static bool
write_output(const struct output *output, const struct report *report,
             const struct report_options *options, struct error *error)
{
    FILE *file = output->file;
    bool written;

    if (output->path != NULL) {
        int flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY;
        int fd;

        flags |= output->may_follow_links ? 0 : O_NOFOLLOW;
        fd = open(output->path, flags, 0666);
        file = fd >= 0 ? fdopen(fd, "w") : NULL;
        if (file == NULL) {
            return error_set(error, "cannot write %s: %s", output->path,
                             strerror(errno));
        }
    }
    written = render_to(file, output, report, options);
    written = fflush(file) == 0 && written;
    if (output->path != NULL) {
        written = fclose(file) == 0 && written;
    }
    return written ||
           error_set(error, "cannot write %s: %s",
                     output->path != NULL ? output->path : "the report",
                     strerror(errno));
}

/* A page and the like are for others than a terminal: they go beside the ledger,
   NAME.html, where nobody said where to. */
static bool
write_where_it_is_seen(struct output output, const struct report *report,
                       const char *ledger, const struct report_options *options,
                       struct error *error)
{
    char *beside = NULL;
    bool written;

    if (output.path == NULL && output.format->shows_nothing &&
        isatty(fileno(output.file))) {
        beside = memory_format("%s.%s", ledger, output.format->suffix);
        output.path = beside;
        output.may_follow_links = false;
    }
    written = write_output(&output, report, options, error);
    if (written && beside != NULL) {
        progress_end();
        complain(0, "the report is %s", beside);
    }
    free(beside);
    return written;
}

static char *
line_of(const struct report *report)
{
    struct judgement judgement;
    char *line;

    judgement_build(&judgement, report);
    line = judgement_line(&judgement);
    judgement_clear(&judgement);
    return line;
}

static int
write_reports_of(const struct ledger *ledger, const char *path,
                 const struct output *outputs, size_t count,
                 const struct report_options *options)
{
    bool typed = options->expect != NULL || options->suppressions != NULL ||
                 options->baseline != NULL;
    struct report report;
    struct error error;
    uint32_t since = 0;
    int status = EXIT_CLEAN;

    if (options->newborn != NULL &&
        !newborns_since(ledger, options->newborn, &since)) {
        return complain(EXIT_USAGE, "there is no checkpoint '%s'",
                        options->newborn);
    }
    if (options->region != NULL &&
        growth_passes(ledger, options->region) == 0) {
        return complain(EXIT_USAGE, "the program never passed a region '%s'",
                        options->region);
    }
    analysis_build(&report, ledger,
                   &(struct analysis){
                       .path = path,
                       .region = options->region,
                       .names = options->names,
                       .progress = progress_set,
                   });
    for (size_t i = 0;
         report.inputs.sources != NULL && i < options->source_count; i++) {
        sources_add_folder(report.inputs.sources, options->sources[i]);
    }
    report.explain = options->explain;
    report.root = options->root;
    report.limit = options->limit;
    report.newborn = options->newborn != NULL;
    report.newborn_since = since;
    if (!expectations_apply(&report, options->expect, &error)) {
        status = complain(EXIT_USAGE, "%s", error.text);
    }
    if (status == EXIT_CLEAN && !known_apply(&report, options->suppressions,
                                             options->baseline, &error)) {
        status = complain(EXIT_USAGE, "%s", error.text);
    }
    /* What the environment says amiss keeps nobody from his report. */
    if (status != EXIT_CLEAN && typed) {
        count = 0;
    }
    filter_findings(&report, options->type, options->file);
    progress_set("writing the report");
    for (size_t i = 0; i < count; i++) {
        if (!write_where_it_is_seen(outputs[i], &report, path, options,
                                    &error)) {
            status = complain(EXIT_UNREADABLE, "%s", error.text);
        }
    }
    if (options->line != NULL) {
        *options->line = line_of(&report);
    }
    report_clear(&report);
    return status;
}

int
write_report(const char *path, const struct output *outputs, size_t count,
             const struct report_options *options)
{
    struct ledger ledger;
    struct error error;
    int status;

    progress_begin();
    progress_set("reading the ledger");
    if (options->keep != NULL
            ? living_keep(&ledger, path, options->keep, &error)
            : living_load(&ledger, path, &error)) {
        status = write_reports_of(&ledger, path, outputs, count, options);
        ledger_close(&ledger);
    }
    else {
        status = complain(EXIT_UNREADABLE, "%s", error.text);
    }
    progress_end();
    return status;
}

/* One FORMAT[:PATH] of a specification. */
struct part {
    const struct render_format *format;
    const char *path; /* pattern; NULL: none is given */
    size_t path_length;
};

/* Moves on to the next one of what `option` was given. False at the end, or where
   it is wrong. */
static bool
next_part(const char *option, const char **specification, struct part *part,
          struct error *error)
{
    const char *text = *specification;
    size_t length = strcspn(text, ",");
    const char *colon = (const char *)memchr(text, ':', length);
    size_t name = colon != NULL ? (size_t)(colon - text) : length;

    error->text[0] = '\0';
    if (*text == '\0') {
        return false;
    }
    *part = (struct part){ .format = render_find(text, name) };
    if (part->format == NULL) {
        return error_set(
            error, "%s names the format '%.*s', allowed are %s and none",
            option, (int)(name < 40 ? name : 40), text, render_formats());
    }
    if (colon != NULL && name + 1 < length) {
        part->path = colon + 1;
        part->path_length = length - name - 1;
    }
    *specification = text + length + (text[length] == ',');
    return true;
}

static bool
wants_none(const char *specification)
{
    return specification[0] == '\0' || strcmp(specification, "none") == 0;
}

bool
check_specification(const char *option, const char *specification,
                    struct error *error)
{
    struct part part;

    if (wants_none(specification)) {
        return true;
    }
    while (next_part(option, &specification, &part, error)) {
    }
    return error->text[0] == '\0';
}

static char *
path_of(const struct part *part, long pid)
{
    char *pattern =
        part->path != NULL
            ? memory_format("%.*s", (int)part->path_length, part->path)
            : memory_format("reftally.%%p.%s", part->format->suffix);
    char *path = file_pattern_expand(pattern, pid);

    free(pattern);
    return path;
}

int
write_specified_reports(const char *specification, const char *path,
                        const struct report_options *options)
{
    struct output *outputs = NULL;
    size_t count = 0;
    struct ledger ledger;
    struct part part;
    struct error error;
    int status = EXIT_CLEAN, written;

    if (wants_none(specification)) {
        return EXIT_CLEAN;
    }
    if (!living_load(&ledger, path, &error)) {
        return complain(EXIT_UNREADABLE, "%s", error.text);
    }
    if (!check_specification("REFTALLY_REPORT", specification, &error)) {
        specification = settings_default("REFTALLY_REPORT");
        status =
            complain(EXIT_USAGE, "%s; %s is used", error.text, specification);
    }
    while (next_part("REFTALLY_REPORT", &specification, &part, &error)) {
        outputs = (struct output *)memory_room(outputs, count, sizeof *outputs);
        outputs[count++] = (struct output){
            .format = part.format,
            .path = path_of(&part, (long)ledger.header->pid),
        };
    }
    progress_begin();
    written = write_reports_of(&ledger, path, outputs, count, options);
    progress_end();
    for (size_t i = 0; i < count; i++) {
        free((char *)outputs[i].path);
    }
    free(outputs);
    ledger_close(&ledger);
    return written != EXIT_CLEAN ? written : status;
}
