/*
 * old_ledgers - what recordings left in a folder: ledgers of processes that have
 * ended, and reports of the same processes. What is no ledger, or belongs to a
 * process that still runs, or to another user, stays.
 */
#ifndef REFTALLY_CLI_FILES_OLD_LEDGERS_H
#define REFTALLY_CLI_FILES_OLD_LEDGERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct old_ledgers {
    uint64_t keep; /* so many ledgers, the last ones, stay */
    bool dry;      /* nothing is removed */
    bool silent;   /* else names are printed */
    size_t removed;
    uint64_t bytes;
};

/* Adds to what is counted. False: not all could be, which has been said. */
bool old_ledgers_remove(struct old_ledgers *how, const char *path);

#endif
