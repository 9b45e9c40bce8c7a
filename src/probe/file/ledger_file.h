/*
 * ledger_file - the ledger as a shared mapping of a file.
 *
 * What is written to the tables is in the file at once, also after kill -9.
 * Where it is stands in ledger_place, how it gets longer in ledger_growth.
 */
#ifndef REFTALLY_PROBE_FILE_LEDGER_FILE_H
#define REFTALLY_PROBE_FILE_LEDGER_FILE_H

#include "ledger/store.h"

/*
 * Creates the file named by the pattern, exclusively and never through a
 * link, and prepares the store. False: errno says why; the path of ledger_place
 * is what was tried.
 */
bool ledger_file_create(struct store *store, const char *pattern,
                        uint64_t memory_limit);

/* What it has stays; it does not get longer, and keeps no room for that. */
void ledger_file_end_growth(struct store *store, uint64_t memory_limit);

/* In a forked child: the same ledger so far, in a file of its own. */
bool ledger_file_fork(struct store *store, const char *pattern);

/* The same: nothing that is written from now on comes into a file. False: some
 * of it still does. */
bool ledger_file_leave(struct store *store);

#endif
