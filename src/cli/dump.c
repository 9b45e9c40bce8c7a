#include "cli/cli.h"
#include "cli/one_ledger.h"

#include "report/input/dump.h"

int
command_dump(int argc, char **argv)
{
    return one_ledger_command(
        argc, argv, "dump",
        "Usage: reftally dump LEDGER\n"
        "Prints every record of a ledger as text, one line a record.\n"
        "Fields that are 0 are left out.\n\n"
        "  --help  print this",
        dump_write);
}
