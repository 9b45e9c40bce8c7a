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

int
command_report(int argc, char **argv)
{
    static const struct option options[] = {
        { "format", required_argument, NULL, 'f' },
        { "output", required_argument, NULL, 'o' },
        { "spec", required_argument, NULL, 's' },
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
    struct output output = { .format = render_find("text", 4),
                             .file = stdout,
                             .may_follow_links = true };
    const char *specification = NULL;
    char *root = NULL;
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
        case 'R':
            how.region = optarg;
            break;
        case 'r':
            free(root);
            root = realpath(optarg, NULL);
            if (root == NULL) {
                return complain_usage("report", "--root is '%s': %s", optarg,
                                      strerror(errno));
            }
            how.root = root;
            break;
        case 'u':
            how.suppressions = optarg;
            break;
        case 'b':
            how.baseline = optarg;
            break;
        case 'x':
            how.expect = optarg;
            break;
        case 'S':
            if (!is_folder(optarg)) {
                return complain_usage("report",
                                      "--source is '%s', which is "
                                      "no folder",
                                      optarg);
            }
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
                      ? write_specified_reports(specification, argv[i], &how)
                      : write_report(argv[i], &output, 1, &how);

        status = one != EXIT_CLEAN ? one : status;
    }
    free(how.sources);
    free(root);
    return status;
}
