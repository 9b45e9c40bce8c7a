/*
 * ledger_find - which ledger a program that has ended left behind.
 */
#ifndef REFTALLY_CLI_FILES_LEDGER_FIND_H
#define REFTALLY_CLI_FILES_LEDGER_FIND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/reason.h"

/*
 * `pattern` is REFTALLY_OUTPUT; a recording that began before `since_ns`, by
 * CLOCK_REALTIME, is somebody else's. To be freed; NULL if there is none.
 */
char *ledger_find(const char *pattern, pid_t pid, uint64_t since_ns);

/*
 * The ledgers of all processes that descend from this one, where they were
 * recorded too. Each and the array to be freed; returns how many there are.
 */
size_t ledger_find_descendants(const char *pattern, pid_t pid,
                               uint64_t since_ns, char ***names);

/*
 * Why its process could not be recorded at all; REASON_NONE: it was, or the file
 * does not tell.
 */
enum reason ledger_says_nothing(const char *path);

/* Whether another interpreter could be recorded: the machine allows it. */
bool ledger_reason_is_interpreter(enum reason reason);

#endif
