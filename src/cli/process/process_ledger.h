/*
 * process_ledger - the ledger that a process writes, found by what it has mapped.
 */
#ifndef REFTALLY_CLI_PROCESS_PROCESS_LEDGER_H
#define REFTALLY_CLI_PROCESS_PROCESS_LEDGER_H

#include <reftally/ledger_format.h>
#include <stdbool.h>
#include <sys/types.h>

/* As the process names it; to be freed. NULL: there is none. */
char *process_ledger(pid_t pid);

/* As we can open it. */
char *process_ledger_open_path(pid_t pid);

/* False: the file is no ledger. */
bool process_ledger_header(const char *path, struct ledger_header *header);

#endif
