#include "cli/cli.h"

#include <getopt.h>

#include "report/analysis.h"
#include "report/ledger_load.h"

static void
print_help(void)
{
    puts("Usage: reftally learn LEDGER\n"
         "Prints what the balanced lives of a ledger teach about where "
         "references\nsettle, for scripts/learn.\n\n"
         "  --help  print this");
}

int
command_learn(int argc, char **argv)
{
    static const struct option options[] = {
        { "help", no_argument, NULL, 'h' },
        { 0 },
    };
    struct ledger ledger;
    struct error error;
    int option;

    while ((option = getopt_long(argc, argv, "h", options, NULL)) != -1) {
        if (option != 'h') {
            return EXIT_USAGE;
        }
        print_help();
        return EXIT_CLEAN;
    }
    if (optind + 1 != argc) {
        return complain_usage("learn", "learn takes one ledger");
    }
    if (!ledger_load(&ledger, argv[optind], &error)) {
        return complain(EXIT_UNREADABLE, "%s", error.text);
    }
    analysis_learn(stdout, &ledger);
    ledger_close(&ledger);
    return EXIT_CLEAN;
}
