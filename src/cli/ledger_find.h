/*
 * ledger_find - which ledger a program that has ended left behind.
 */
#ifndef REFTALLY_CLI_LEDGER_FIND_H
#define REFTALLY_CLI_LEDGER_FIND_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/*
 * `pattern` is REFTALLY_OUTPUT; a recording that began before `since_ns`, by
 * CLOCK_REALTIME, is somebody else's. To be freed; NULL if there is none.
 */
char *ledger_find(const char *pattern, pid_t pid, uint64_t since_ns);

/* Whether its process could not be recorded at all. */
bool ledger_says_nothing(const char *path);

#endif
