/*
 * ledger_find - which ledger a program that has ended left behind.
 */
#ifndef REFTALLY_CLI_LEDGER_FIND_H
#define REFTALLY_CLI_LEDGER_FIND_H

#include <sys/types.h>
#include <time.h>

/*
 * `pattern` is REFTALLY_OUTPUT; `since`: no older one is looked at. To be freed;
 * NULL if there is none.
 */
char *ledger_find(const char *pattern, pid_t pid, time_t since);

#endif
