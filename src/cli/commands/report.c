#include "cli/commands/commands.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/files/runs.h"
#include "cli/judgement/write_report.h"
#include "cli/text/command_line.h"
#include "cli/text/complain.h"
#include "report/text/memory.h"

static void
print_help(void)
{
    printf("Usage: reftally report [OPTION]... [LEDGER]...\n"
           "Says which call sites took references that nobody gave back, in "
           "the last run if\nno ledger is given.\n\n"
           "  --format=FORMAT     one of %s; default text\n"
           "  -o, --output=FILE   write there instead of standard output\n"
           "  --spec=SPEC         write the reports that REFTALLY_REPORT "
           "would: FORMAT[:PATH]\n"
           "                      separated by commas; %%p is the recorded "
           "process, %%h the host\n"
           "  --type=PATTERN      only findings of these types\n"
           "  --file=PATTERN      only findings with a place in these files\n"
           "  --limit=N           show so many findings in a text; default "
           "20\n"
           "  --color=WHEN        auto, always or never; auto minds NO_COLOR\n"
           "  --no-pager          show a long text on a terminal as it is\n"
           "  --explain           say why the suspects are suspected (text "
           "only; JSON\n"
           "                      always has it)\n"
           "  --source=FOLDER     look there too for source lines to quote; "
           "may be repeated\n"
           "  --root=FOLDER       name files below it from there (SARIF, "
           "JUnit)\n"
           "  --region=LABEL      only what grows by the passes through this "
           "region of the\n"
           "                      program, see reftally_region\n"
           "  --suppressions=FILE, --baseline=FILE\n"
           "                      leave out findings that are known, as "
           "`check' does\n"
           "  --expect=FILE       rules about expected owners, as "
           "REFTALLY_EXPECT has\n"
           "  --newborn[=CHECKPOINT]\n"
           "                      not findings, but what is alive and "
           "younger than the\n"
           "                      checkpoint of this label or number; else "
           "than the first\n"
           "                      one, or than the program. Text and JSON\n"
           "  --keep=FILE         of a running process: keep what the report "
           "is made from,\n"
           "                      a ledger for `diff'\n"
           "  --no-names          do not look for the names of functions\n"
           "  --help              print this\n",
           render_formats());
}

static bool
is_folder(const char *path)
{
    struct stat status;

    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

/* What the command line asks for. */
struct request {
    struct output output;
    struct report_options how;
    const char *specification; /* NULL: none */
    char *root;
};

static int
add_source(struct report_options *how, const char *value)
{
    if (!is_folder(value)) {
        return complain_usage("report", "--source is '%s', which is no folder",
                              value);
    }
    how->sources = (const char **)memory_room(how->sources, how->source_count,
                                              sizeof *how->sources);
    how->sources[how->source_count++] = value;
    return EXIT_CLEAN;
}

static int
set_limit(struct report_options *how, const char *value)
{
    uint64_t limit;

    if (!command_line_number(value, 1, INT32_MAX, &limit)) {
        return complain_usage("report",
                              "--limit is '%s', allowed is a number of "
                              "findings",
                              value);
    }
    how->limit = (size_t)limit;
    return EXIT_CLEAN;
}

/* Nothing has an empty name: all findings would be left out. */
static int
set_name(const char **name, const char *option, const char *allowed,
         const char *value)
{
    if (value[0] == '\0') {
        return complain_usage("report", "--%s is '', allowed is %s", option,
                              allowed);
    }
    *name = value;
    return EXIT_CLEAN;
}

static int
set_colours(struct report_options *how, const char *value)
{
    return terminal_choose(&how->colours, value)
               ? EXIT_CLEAN
               : complain_usage("report",
                                "--color is '%s', allowed are auto, always "
                                "and never",
                                value);
}

/* EXIT_CLEAN, or a status after having said what is wrong. */
static int
take_option(void *context, int option, const char *value)
{
    struct request *request = context;
    struct report_options *how = &request->how;

    switch (option) {
    case 'f':
        return choose_format(&request->output, "report", value);
    case 'S':
        return add_source(how, value);
    case 'r':
        return command_line_root("report", value, &request->root);
    case 'l':
        return set_limit(how, value);
    case 'c':
        return set_colours(how, value);
    case 'o':
        request->output.path = value;
        break;
    case 's':
        request->specification = value;
        break;
    case 'R':
        return set_name(&how->region, "region", "the label of a region", value);
    case 'u':
        how->suppressions = value;
        break;
    case 'b':
        how->baseline = value;
        break;
    case 'x':
        how->expect = value;
        break;
    case 't':
        return set_name(&how->type, "type", "a type, or a pattern: '*Error'",
                        value);
    case 'F':
        return set_name(&how->file, "file", "a file, or a pattern: '*.c'",
                        value);
    case 'k':
        how->keep = value;
        break;
    case 'N':
        how->newborn = value != NULL ? value : "";
        break;
    case 'e':
        how->explain = true;
        break;
    case 'P':
        how->no_pager = true;
        break;
    default:
        how->names = false; /* 'n' */
        break;
    }
    return EXIT_CLEAN;
}

static bool
shows_newborn(const struct request *request)
{
    const char *format = request->output.format->name;

    return request->how.newborn == NULL ||
           (request->specification == NULL &&
            (strcmp(format, "text") == 0 || strcmp(format, "json") == 0));
}

static int
write_all(const struct request *request, char **ledgers)
{
    int count = 0, status = EXIT_CLEAN;

    if (!shows_newborn(request)) {
        return complain_usage("report",
                              "--newborn takes --format=text or json");
    }
    ledgers = runs_ledgers("report", ledgers);
    if (ledgers == NULL) {
        return EXIT_USAGE;
    }
    while (ledgers[count] != NULL) {
        count++;
    }
    if ((request->output.path != NULL || request->how.keep != NULL) &&
        count > 1) {
        return complain_usage(
            "report", "--%s takes the report of one ledger, not of %d",
            request->how.keep != NULL ? "keep" : "output", count);
    }
    if (request->how.keep != NULL && request->specification != NULL) {
        return complain_usage("report", "--keep and --spec exclude each other");
    }
    for (int i = 0; i < count; i++) {
        int one =
            request->specification != NULL
                ? write_specified_reports(request->specification, ledgers[i],
                                          &request->how)
                : write_report(ledgers[i], &request->output, 1, &request->how);

        status = one != EXIT_CLEAN ? one : status;
    }
    return status;
}

int
command_report(int argc, char **argv)
{
    static const struct option options[] = {
        { "format", required_argument, NULL, 'f' },
        { "output", required_argument, NULL, 'o' },
        { "spec", required_argument, NULL, 's' },
        { "type", required_argument, NULL, 't' },
        { "file", required_argument, NULL, 'F' },
        { "limit", required_argument, NULL, 'l' },
        { "color", required_argument, NULL, 'c' },
        { "no-pager", no_argument, NULL, 'P' },
        { "explain", no_argument, NULL, 'e' },
        { "region", required_argument, NULL, 'R' },
        { "suppressions", required_argument, NULL, 'u' },
        { "baseline", required_argument, NULL, 'b' },
        { "expect", required_argument, NULL, 'x' },
        { "root", required_argument, NULL, 'r' },
        { "source", required_argument, NULL, 'S' },
        { "newborn", optional_argument, NULL, 'N' },
        { "keep", required_argument, NULL, 'k' },
        { "no-names", no_argument, NULL, 'n' },
        { "help", no_argument, NULL, 'h' },
        { 0 },
    };
    static const struct command_line line = {
        .name = "report",
        .print_help = print_help,
        .options = options,
        .letters = "o:h",
        .take = take_option,
        .most = -1,
    };
    struct request request = {
        .output = { .format = render_find("text", 4),
                    .file = stdout,
                    .may_follow_links = true },
        .how = { .names = true },
    };
    int status;

    if (command_line_read(&line, argc, argv, &request, &status)) {
        request.how.root = request.root;
        status = write_all(&request, argv + optind);
    }
    free(request.how.sources);
    free(request.root);
    return status;
}
