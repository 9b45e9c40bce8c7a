#include "cli/cli.h"

#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "cli/check_ledgers.h"
#include "cli/check_rules.h"

static bool
parse_count(const char *text, uint64_t *number)
{
    size_t length = strlen(text);

    if (length == 0 || length > 18 || strspn(text, "0123456789") != length) {
        return false;
    }
    *number = strtoull(text, NULL, 10);
    return true;
}

static void
print_help(void)
{
    puts("Usage: reftally check [OPTION]... LEDGER...\n"
         "Prints one line for each finding, and fails if there is one that "
         "nobody knows of.\n\n"
         "  --max-surplus=N        allow so many references too many, of all "
         "ledgers; default 0\n"
         "  --suppressions=FILE    rules for findings that are known: words "
         "of a line are\n"
         "                         type=, function=, file=, image=, python= "
         "and verdict= with\n"
         "                         patterns, and until=YYYY-MM-DD; # starts a "
         "comment\n"
         "  --baseline=FILE        findings of an earlier run are known unless "
         "they grew\n"
         "  --write-baseline=FILE  write the findings there, and do not fail\n"
         "  --format=FORMAT        text, or github: remarks on lines, as its "
         "runners take them\n"
         "  --root=FOLDER          files below it are named from there in "
         "remarks; default\n"
         "                         the current folder\n"
         "  --allow-partial        a run that was judged in part is good "
         "enough\n"
         "  --no-names             do not look for the names of functions\n"
         "  --help                 print this\n\n"
         "Exit status: 0 no finding, 1 findings, 2 usage, 3 a ledger that "
         "cannot be read,\n4 no finding, but not all was judged.");
}

/* What the command line asks for. */
struct request {
    struct check check;
    const char *baseline, *write_to; /* NULL: none */
    char *root;                      /* absolute */
    bool help;
};

static bool
choose_check_format(struct check_print *print, const char *name)
{
    print->format = strcmp(name, "github") == 0 ? CHECK_GITHUB : CHECK_TEXT;
    return print->format == CHECK_GITHUB || strcmp(name, "text") == 0;
}

/* EXIT_CLEAN, or a status after having said what is wrong. */
static int
take_option(struct request *request, int option)
{
    switch (option) {
    case 'm':
        return parse_count(optarg, &request->check.surplus_max)
                   ? EXIT_CLEAN
                   : complain_usage("check",
                                    "--max-surplus is '%s', allowed is a "
                                    "number of references",
                                    optarg);
    case 's':
        request->check.suppressions_path = optarg;
        return EXIT_CLEAN;
    case 'b':
        request->baseline = optarg;
        return EXIT_CLEAN;
    case 'w':
        request->write_to = optarg;
        return EXIT_CLEAN;
    case 'p':
        request->check.allow_partial = true;
        return EXIT_CLEAN;
    case 'f':
        return choose_check_format(&request->check.print, optarg)
                   ? EXIT_CLEAN
                   : complain_usage("check",
                                    "there is no format '%s', allowed are "
                                    "text and github",
                                    optarg);
    case 'r':
        free(request->root);
        request->root = realpath(optarg, NULL);
        return request->root != NULL
                   ? EXIT_CLEAN
                   : complain_usage("check", "--root is '%s': %s", optarg,
                                    strerror(errno));
    case 'n':
        request->check.names = false;
        return EXIT_CLEAN;
    case 'h':
        request->help = true;
        return EXIT_CLEAN;
    default:
        return EXIT_USAGE;
    }
}

static int
run_check(struct request *request, char **ledgers)
{
    struct check *check = &request->check;
    struct error error;
    int status;

    check->print.root = request->root;
    if (!check_rules_read(&check->suppressions, check->suppressions_path,
                          &error) ||
        (request->baseline != NULL &&
         !baseline_read(&check->baseline, request->baseline, &error))) {
        status = complain(EXIT_USAGE, "%s", error.text);
    }
    else {
        status = check_ledgers(check, ledgers, request->write_to);
    }
    suppressions_clear(&check->suppressions);
    baseline_clear(&check->baseline);
    baseline_clear(&check->found);
    return status;
}

int
command_check(int argc, char **argv)
{
    static const struct option options[] = {
        { "max-surplus", required_argument, NULL, 'm' },
        { "suppressions", required_argument, NULL, 's' },
        { "baseline", required_argument, NULL, 'b' },
        { "write-baseline", required_argument, NULL, 'w' },
        { "allow-partial", no_argument, NULL, 'p' },
        { "format", required_argument, NULL, 'f' },
        { "root", required_argument, NULL, 'r' },
        { "no-names", no_argument, NULL, 'n' },
        { "help", no_argument, NULL, 'h' },
        { 0 },
    };
    struct request request = { .check.names = true,
                               .root = realpath(".", NULL) };
    int option, status = EXIT_CLEAN;

    while (status == EXIT_CLEAN && !request.help &&
           (option = getopt_long(argc, argv, "h", options, NULL)) != -1) {
        status = take_option(&request, option);
    }
    if (status == EXIT_CLEAN && request.help) {
        print_help();
    }
    else if (status == EXIT_CLEAN) {
        status = optind < argc
                     ? run_check(&request, argv + optind)
                     : complain_usage("check", "check needs a ledger");
    }
    free(request.root);
    return status;
}
