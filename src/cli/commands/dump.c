#include "cli/commands/commands.h"

#include <stdio.h>

#include "cli/files/runs.h"
#include "cli/text/command_line.h"
#include "cli/text/complain.h"
#include "report/input/dump.h"
#include "report/input/ledger_load.h"

static void
print_help(void)
{
    puts("Usage: reftally dump [LEDGER]\n"
         "Prints every record of a ledger as text, one line a record.\n"
         "Fields that are 0 are left out. Without a ledger, that of the last "
         "run "
         "is printed.\n\n"
         "  --help  print this");
}

int
command_dump(int argc, char **argv)
{
    static const struct command_line line = {
        .name = "dump",
        .print_help = print_help,
        .most = 1,
        .wants = "takes one ledger",
    };
    struct ledger ledger;
    struct error error;
    int status;

    if (!command_line_read(&line, argc, argv, NULL, &status)) {
        return status;
    }
    argv = runs_ledgers("dump", argv + optind);
    if (argv == NULL) {
        return EXIT_USAGE;
    }
    if (!ledger_load(&ledger, argv[0], &error)) {
        return complain(EXIT_UNREADABLE, "%s", error.text);
    }
    dump_write(stdout, &ledger);
    ledger_close(&ledger);
    return flush_output(EXIT_CLEAN);
}
