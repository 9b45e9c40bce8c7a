/*
 * ledger_file - the ledger as a shared mapping of a file.
 *
 * What is written to the tables is in the file at once, also after kill -9.
 * Space is allocated before it is mapped, so a full disk is a failed call and
 * not a signal. No descriptor stays open: the host may close all of them and
 * must never find ours.
 */
#ifndef REFTALLY_PROBE_FILE_LEDGER_FILE_H
#define REFTALLY_PROBE_FILE_LEDGER_FILE_H

#include "ledger/store.h"

#include <sys/types.h>

/*
 * Creates the file named by the pattern, exclusively and never through a
 * link, and prepares the store. False: errno says why; `path` is what was
 * tried.
 */
bool ledger_file_create(struct store *store, const char *pattern,
                        uint64_t memory_limit);

/*
 * Makes room now for all that may come, up to so many bytes, parted among the
 * tables: afterwards the file does not grow. From any thread. Less, where the
 * system does not give as much.
 */
void ledger_file_fill(struct store *store, uint64_t bytes);

/*
 * The file is the user's from now on, so that a process that is about to become
 * this user's can make it longer. Nothing, where the system does not allow it.
 */
void ledger_file_give_to(uid_t owner);

/* The absolute path of the file, "" before it is created. */
const char *ledger_file_path(void);

/* In a forked child: the same ledger so far, in a file of its own. */
bool ledger_file_fork(struct store *store, const char *pattern);

#endif
