#include "cli/cli.h"

#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/progress.h"
#include "cli/expectations.h"
#include "report/analysis.h"
#include "report/ledger_load.h"
#include "report/memory.h"

char *
expand_pattern(const char *pattern, long pid)
{
    char host[256] = "";
    char *path = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&path, &size);

    if (file == NULL) {
        return memory_text(pattern);
    }
    gethostname(host, sizeof host - 1);
    for (; *pattern != '\0'; pattern++) {
        if (pattern[0] != '%') {
            putc(*pattern, file);
            continue;
        }
        switch (pattern[1]) {
        case 'p':
            fprintf(file, "%ld", pid);
            pattern++;
            break;
        case 'h':
            fputs(host, file);
            pattern++;
            break;
        case '%':
            putc('%', file);
            pattern++;
            break;
        default:
            putc('%', file);
            break;
        }
    }
    fclose(file);
    return path;
}

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

static bool
write_output(const struct output *output, const struct report *report,
             struct error *error)
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
    written = output->format->render(file, report);
    written = fflush(file) == 0 && written;
    if (output->path != NULL) {
        written = fclose(file) == 0 && written;
    }
    return written ||
           error_set(error, "cannot write %s: %s",
                     output->path != NULL ? output->path : "the report",
                     strerror(errno));
}

static int
write_reports_of(const struct ledger *ledger, const char *path,
                 const struct output *outputs, size_t count,
                 const struct report_options *options)
{
    struct report report;
    struct error error;
    int status = EXIT_CLEAN;

    analysis_build(&report, ledger, path, options->names, progress_set);
    for (size_t i = 0; report.sources != NULL && i < options->source_count;
         i++) {
        sources_add_folder(report.sources, options->sources[i]);
    }
    report.explain = options->explain;
    if (!expectations_apply(&report, options->expect, &error)) {
        status = complain(EXIT_USAGE, "%s", error.text);
    }
    progress_set("writing the report");
    for (size_t i = 0; i < count; i++) {
        if (!write_output(&outputs[i], &report, &error)) {
            status = complain(EXIT_UNREADABLE, "%s", error.text);
        }
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
    if (ledger_load(&ledger, path, &error)) {
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
static bool
parse_output(const char *text, size_t length, long pid, struct output *output,
             struct error *error)
{
    const char *colon = (const char *)memchr(text, ':', length);
    size_t name = colon != NULL ? (size_t)(colon - text) : length;
    char *pattern;

    output->format = render_find(text, name);
    if (output->format == NULL) {
        return error_set(error,
                         "REFTALLY_REPORT names the format '%.*s', allowed "
                         "are %s and none",
                         (int)(name < 40 ? name : 40), text, render_formats());
    }
    if (colon != NULL && name + 1 < length) {
        pattern = memory_format("%.*s", (int)(length - name - 1), colon + 1);
    }
    else {
        pattern = memory_format("reftally.%%p.%s", output->format->suffix);
    }
    output->path = expand_pattern(pattern, pid);
    free(pattern);
    return true;
}

int
write_specified_reports(const char *specification, const char *path)
{
    struct output *outputs = NULL;
    size_t count = 0;
    struct ledger ledger;
    struct error error;
    int status = EXIT_CLEAN;

    if (specification[0] == '\0' || strcmp(specification, "none") == 0) {
        return EXIT_CLEAN;
    }
    if (!ledger_load(&ledger, path, &error)) {
        return complain(EXIT_UNREADABLE, "%s", error.text);
    }
    while (*specification != '\0') {
        size_t length = strcspn(specification, ",");
        struct output output = { 0 };

        if (!parse_output(specification, length, (long)ledger.header->pid,
                          &output, &error)) {
            status = complain(EXIT_USAGE, "%s", error.text);
        }
        else {
            outputs =
                (struct output *)memory_room(outputs, count, sizeof *outputs);
            outputs[count++] = output;
        }
        specification += length;
        specification += *specification == ',';
    }
    if (count > 0) {
        static const struct report_options standard = { .names = true };
        int written;

        progress_begin();
        written = write_reports_of(&ledger, path, outputs, count, &standard);
        progress_end();
        status = written != EXIT_CLEAN ? written : status;
    }
    for (size_t i = 0; i < count; i++) {
        free((char *)outputs[i].path);
    }
    free(outputs);
    ledger_close(&ledger);
    return status;
}

static void
print_help(void)
{
    printf("Usage: reftally report [OPTION]... LEDGER...\n"
           "Says which call sites took references that nobody gave back.\n\n"
           "  --format=FORMAT     one of %s; default text\n"
           "  -o, --output=FILE   write there instead of standard output\n"
           "  --spec=SPEC         write the reports that REFTALLY_REPORT "
           "would: FORMAT[:PATH]\n"
           "                      separated by commas; %%p is the recorded "
           "process, %%h the host\n"
           "  --explain           say why the suspects are suspected (text "
           "only; JSON\n"
           "                      always has it)\n"
           "  --source=FOLDER     look there too for source lines to quote; "
           "may be repeated\n"
           "  --expect=FILE       rules about expected owners, as "
           "REFTALLY_EXPECT has\n"
           "  --no-names          do not look for the names of functions\n"
           "  --help              print this\n",
           render_formats());
}

int
command_report(int argc, char **argv)
{
    static const struct option options[] = {
        { "format", required_argument, NULL, 'f' },
        { "output", required_argument, NULL, 'o' },
        { "spec", required_argument, NULL, 's' },
        { "explain", no_argument, NULL, 'e' },
        { "expect", required_argument, NULL, 'x' },
        { "source", required_argument, NULL, 'S' },
        { "no-names", no_argument, NULL, 'n' },
        { "help", no_argument, NULL, 'h' },
        { 0 },
    };
    struct output output = { .format = render_find("text", 4),
                             .file = stdout,
                             .may_follow_links = true };
    const char *specification = NULL;
    struct report_options how = { .names = true };
    int option, status = EXIT_CLEAN;

    while ((option = getopt_long(argc, argv, "o:h", options, NULL)) != -1) {
        switch (option) {
        case 'f':
            if (choose_format(&output, "report", optarg) != EXIT_CLEAN) {
                return EXIT_USAGE;
            }
            break;
        case 'o':
            output.path = optarg;
            break;
        case 's':
            specification = optarg;
            break;
        case 'e':
            how.explain = true;
            break;
        case 'x':
            how.expect = optarg;
            break;
        case 'S':
            how.sources = (const char **)memory_room(
                how.sources, how.source_count, sizeof *how.sources);
            how.sources[how.source_count++] = optarg;
            break;
        case 'n':
            how.names = false;
            break;
        case 'h':
            print_help();
            return EXIT_CLEAN;
        default:
            return EXIT_USAGE;
        }
    }
    if (optind >= argc) {
        return complain_usage("report", "report needs a ledger");
    }
    if (output.path != NULL && argc - optind > 1) {
        return complain_usage("report",
                              "--output takes the report of one ledger, not "
                              "of %d",
                              argc - optind);
    }
    for (int i = optind; i < argc; i++) {
        int one = specification != NULL
                      ? write_specified_reports(specification, argv[i])
                      : write_report(argv[i], &output, 1, &how);

        status = one != EXIT_CLEAN ? one : status;
    }
    free(how.sources);
    return status;
}
