#include "cli/one_ledger.h"

#include "cli/cli.h"

#include <getopt.h>

#include "report/input/ledger_load.h"

int
one_ledger_command(int argc, char **argv, const char *name, const char *help,
                   one_ledger_write *write)
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
        puts(help);
        return EXIT_CLEAN;
    }
    if (optind + 1 != argc) {
        return complain_usage(name, "%s takes one ledger", name);
    }
    if (!ledger_load(&ledger, argv[optind], &error)) {
        return complain(EXIT_UNREADABLE, "%s", error.text);
    }
    write(stdout, &ledger);
    ledger_close(&ledger);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        return complain(EXIT_UNREADABLE, "cannot write standard output");
    }
    return EXIT_CLEAN;
}
