#include "cli/commands/commands.h"

#include <stdio.h>

#include "cli/files/old_ledgers.h"
#include "cli/files/old_plans.h"
#include "cli/files/runs.h"
#include "cli/text/command_line.h"
#include "cli/text/complain.h"
#include "report/text/words.h"

static void
print_help(void)
{
    puts("Usage: reftally clean [OPTION]... [FOLDER]\n"
         "Removes what `reftally run' keeps of past runs, and the patch plans "
         "that are kept\nfor the next start: all of them, or, with --keep, all "
         "but the 256 MiB that were\nused last. Of a folder: the "
         "ledgers that\nrecordings left there, and the reports of the same "
         "processes: reftally.PID.ledger,\nreftally.PID.txt and so on. What "
         "is no ledger, or belongs to a process that still\nruns, stays.\n\n"
         "  --keep=N   keep the last N runs, or ledgers of the folder; default "
         "0\n"
         "  --dry-run  only say what would be removed\n"
         "  --help     print this");
}

static int
take_option(void *request, int option, const char *value)
{
    struct old_ledgers *how = request;

    if (option == 'd') {
        how->dry = true;
    }
    else if (!command_line_number(value, 0, UINT64_MAX, &how->keep)) {
        return complain_usage(
            "clean", "--keep is '%s', allowed is a number of ledgers", value);
    }
    return EXIT_CLEAN;
}

int
command_clean(int argc, char **argv)
{
    static const struct option options[] = {
        { "keep", required_argument, NULL, 'k' },
        { "dry-run", no_argument, NULL, 'd' },
        { "help", no_argument, NULL, 'h' },
        { 0 },
    };
    static const struct command_line line = {
        .name = "clean",
        .print_help = print_help,
        .options = options,
        .take = take_option,
        .most = 1,
        .wants = "takes one folder",
    };
    struct old_ledgers how = { 0 };
    bool removed;
    int status;

    if (!command_line_read(&line, argc, argv, &how, &status)) {
        return status;
    }
    if (optind < argc) {
        removed = old_ledgers_remove(&how, argv[optind]);
    }
    else {
        removed = runs_remove(&how);
        removed = old_plans_remove(&how, how.keep > 0 ? OLD_PLANS_KEPT : 0) &&
                  removed;
    }
    if (!removed && how.removed == 0) {
        return EXIT_UNREADABLE;
    }
    printf("%zu file%s%s, %llu MiB\n", how.removed, words_plural(how.removed),
           how.dry ? " would be removed" : " removed",
           (unsigned long long)(how.bytes >> 20));
    return flush_output(removed ? EXIT_CLEAN : EXIT_UNREADABLE);
}
