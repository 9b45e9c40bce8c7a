/*
 * ledger_place - where the ledger's file is, and that it is still the same.
 *
 * No descriptor stays open: the host may close all of them and must never find
 * ours. Whoever needs one opens the file again.
 */
#ifndef REFTALLY_PROBE_FILE_LEDGER_PLACE_H
#define REFTALLY_PROBE_FILE_LEDGER_PLACE_H

#include <stdbool.h>
#include <sys/types.h>

/* The absolute path of the file, "" before it is created. */
const char *ledger_place_path(void);

/*
 * Creates the file named by the pattern, exclusively and never through a link.
 * A descriptor, or -1: errno says why; the path is what was tried.
 */
int ledger_place_create(const char *pattern);

/* This file it is from now on. */
bool ledger_place_remember(int fd);

/* A descriptor, or -1: errno says why, ENOENT also of another file there. */
int ledger_place_reopen(void);

/*
 * The file is the user's from now on, so that a process that is about to become
 * this user's can make it longer. Nothing, where the system does not allow it.
 */
void ledger_place_give_to(uid_t owner);

#endif
