#include "cli/cli.h"

#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "report/text/memory.h"

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
    bool help;
};

static int
set_root(struct request *request)
{
    free(request->root);
    request->root = realpath(optarg, NULL);
    request->how.root = request->root;
    return request->root != NULL
               ? EXIT_CLEAN
               : complain_usage("report", "--root is '%s': %s", optarg,
                                strerror(errno));
}

static int
add_source(struct report_options *how)
{
    if (!is_folder(optarg)) {
        return complain_usage("report", "--source is '%s', which is no folder",
                              optarg);
    }
    how->sources = (const char **)memory_room(how->sources, how->source_count,
                                              sizeof *how->sources);
    how->sources[how->source_count++] = optarg;
    return EXIT_CLEAN;
}

static int
set_limit(struct report_options *how)
{
    size_t length = strlen(optarg);

    if (length == 0 || length > 9 || strspn(optarg, "0123456789") != length ||
        atoi(optarg) == 0) {
        return complain_usage("report",
                              "--limit is '%s', allowed is a number of "
                              "findings",
                              optarg);
    }
    how->limit = (size_t)atoi(optarg);
    return EXIT_CLEAN;
}

static int
set_colours(struct report_options *how)
{
    return terminal_choose(&how->colours, optarg)
               ? EXIT_CLEAN
               : complain_usage("report",
                                "--color is '%s', allowed are auto, always "
                                "and never",
                                optarg);
}

/* EXIT_CLEAN, or a status after having said what is wrong. */
static int
take_option(struct request *request, int option)
{
    struct report_options *how = &request->how;

    switch (option) {
    case 'f':
        return choose_format(&request->output, "report", optarg);
    case 'S':
        return add_source(how);
    case 'r':
        return set_root(request);
    case 'l':
        return set_limit(how);
    case 'c':
        return set_colours(how);
    case 'o':
        request->output.path = optarg;
        break;
    case 's':
        request->specification = optarg;
        break;
    case 'R':
        how->region = optarg;
        break;
    case 'u':
        how->suppressions = optarg;
        break;
    case 'b':
        how->baseline = optarg;
        break;
    case 'x':
        how->expect = optarg;
        break;
    case 't':
        how->type = optarg;
        break;
    case 'F':
        how->file = optarg;
        break;
    case 'e':
        how->explain = true;
        break;
    case 'P':
        how->no_pager = true;
        break;
    case 'n':
        how->names = false;
        break;
    case 'h':
        request->help = true;
        break;
    default:
        return EXIT_USAGE;
    }
    return EXIT_CLEAN;
}

static int
write_all(const struct request *request, char **ledgers, int count)
{
    int status = EXIT_CLEAN;

    if (count == 0) {
        return complain_usage("report", "report needs a ledger");
    }
    if (request->output.path != NULL && count > 1) {
        return complain_usage("report",
                              "--output takes the report of one ledger, not "
                              "of %d",
                              count);
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
        { "no-names", no_argument, NULL, 'n' },
        { "help", no_argument, NULL, 'h' },
        { 0 },
    };
    struct request request = {
        .output = { .format = render_find("text", 4),
                    .file = stdout,
                    .may_follow_links = true },
        .how = { .names = true },
    };
    int option, status = EXIT_CLEAN;

    while (status == EXIT_CLEAN && !request.help &&
           (option = getopt_long(argc, argv, "o:h", options, NULL)) != -1) {
        status = take_option(&request, option);
    }
    if (status == EXIT_CLEAN && request.help) {
        print_help();
    }
    else if (status == EXIT_CLEAN) {
        status = write_all(&request, argv + optind, argc - optind);
    }
    free(request.how.sources);
    free(request.root);
    return status;
}
