/*
 * one_ledger - a command that reads one ledger and writes it as text.
 */
#ifndef REFTALLY_CLI_ONE_LEDGER_H
#define REFTALLY_CLI_ONE_LEDGER_H

#include <stdio.h>

struct ledger;

typedef void one_ledger_write(FILE *file, const struct ledger *ledger);

/* `argv` is the command's own; `help` has no final newline. */
int one_ledger_command(int argc, char **argv, const char *name,
                       const char *help, one_ledger_write *write);

#endif
