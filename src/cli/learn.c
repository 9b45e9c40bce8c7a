#include "cli/cli.h"
#include "cli/one_ledger.h"

#include "report/analysis.h"

int
command_learn(int argc, char **argv)
{
    return one_ledger_command(
        argc, argv, "learn",
        "Usage: reftally learn LEDGER\n"
        "Prints what the balanced lives of a ledger teach about where "
        "references\nsettle, for scripts/learn.\n\n"
        "  --help  print this",
        analysis_learn);
}
