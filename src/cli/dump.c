#include "cli/cli.h"

#include <getopt.h>

#include "report/dump.h"
#include "report/ledger_load.h"

static void
print_help(void)
{
    puts("Usage: reftally dump LEDGER\n"
         "Prints every record of a ledger as text, one line a record.\n"
         "Fields that are 0 are left out.\n\n"
         "  --help  print this");
}

int
command_dump(int argc, char **argv)
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
        return complain_usage("dump", "dump takes one ledger");
    }
    if (!ledger_load(&ledger, argv[optind], &error)) {
        return complain(EXIT_UNREADABLE, "%s", error.text);
    }
    dump_write(stdout, &ledger);
    ledger_close(&ledger);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        return complain(EXIT_UNREADABLE, "cannot write standard output");
    }
    return EXIT_CLEAN;
}
