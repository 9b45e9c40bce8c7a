/*
 * runs - where recordings go when nobody names a ledger: a folder for each run.
 *
 * They are in a folder of the user's in TMPDIR or /var/tmp. The program's
 * current folder is not touched: it may be looked at by the program, collected
 * by its tests or added to its packages. Nor is /tmp, which may be memory that
 * is charged to the program.
 */
#ifndef REFTALLY_CLI_FILES_RUNS_H
#define REFTALLY_CLI_FILES_RUNS_H

#include "cli/files/old_ledgers.h"
#include "report/text/error.h"

enum { RUNS_KEPT = 10 };

struct run {
    char *folder;
    char *pattern; /* as REFTALLY_OUTPUT has it */
    int lock;      /* nobody removes the folder meanwhile */
};

/* Makes the folder of a new run. The last RUNS_KEPT stay, and what still goes
 * on. */
bool runs_begin(struct run *run, struct error *error);

/* The folder stays if there is something in it. */
void runs_end(struct run *run);

/* All but the last how->keep, unless they still go on. False as with
 * old_ledgers_remove. */
bool runs_remove(struct old_ledgers *how);

/*
 * `ledgers`, which NULL ends; if there are none, the ledger of the last run,
 * which is named on standard error. NULL: there is no run either, as is said.
 */
char **runs_ledgers(const char *command, char **ledgers);

/* The folder that the folder of the runs is in. */
const char *runs_place(void);

#endif
