#include "cli/commands/commands.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/files/runs.h"
#include "cli/judgement/check_ledgers.h"
#include "cli/judgement/check_rules.h"
#include "cli/text/command_line.h"
#include "cli/text/complain.h"

static void
print_help(void)
{
    puts("Usage: reftally check [OPTION]... [LEDGER]...\n"
         "Prints one line for each finding, and fails if there is one that "
         "nobody knows of.\nWithout a ledger, the last run is checked.\n\n"
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
};

static bool
choose_check_format(struct check_print *print, const char *name)
{
    print->format = strcmp(name, "github") == 0 ? CHECK_GITHUB : CHECK_TEXT;
    return print->format == CHECK_GITHUB || strcmp(name, "text") == 0;
}

/* EXIT_CLEAN, or a status after having said what is wrong. */
static int
take_option(void *context, int option, const char *value)
{
    struct request *request = context;

    switch (option) {
    case 'm':
        return command_line_number(value, 0, UINT64_MAX,
                                   &request->check.surplus_max)
                   ? EXIT_CLEAN
                   : complain_usage("check",
                                    "--max-surplus is '%s', allowed is a "
                                    "number of references",
                                    value);
    case 's':
        request->check.suppressions_path = value;
        return EXIT_CLEAN;
    case 'b':
        request->baseline = value;
        return EXIT_CLEAN;
    case 'w':
        request->write_to = value;
        return EXIT_CLEAN;
    case 'p':
        request->check.allow_partial = true;
        return EXIT_CLEAN;
    case 'f':
        return choose_check_format(&request->check.print, value)
                   ? EXIT_CLEAN
                   : complain_usage("check",
                                    "there is no format '%s', allowed are "
                                    "text and github",
                                    value);
    case 'r':
        return command_line_root("check", value, &request->root);
    default:
        request->check.names = false; /* 'n' */
        return EXIT_CLEAN;
    }
}

static int
run_check(struct request *request, char **ledgers)
{
    struct check *check = &request->check;
    struct error error;
    int status;

    ledgers = runs_ledgers("check", ledgers);
    if (ledgers == NULL) {
        return EXIT_USAGE;
    }
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
    static const struct command_line line = {
        .name = "check",
        .print_help = print_help,
        .options = options,
        .take = take_option,
        .most = -1,
    };
    struct request request = { .check.names = true,
                               .root = realpath(".", NULL) };
    int status;

    if (command_line_read(&line, argc, argv, &request, &status)) {
        status = run_check(&request, argv + optind);
    }
    free(request.root);
    return status;
}
