/*
 * next_command - what to type now, made from what was typed for this run.
 *
 * Words are quoted for a shell, and nothing of them reaches a terminal as it
 * is. Every function returns text to be freed, or NULL where the ledger does
 * not say what was typed.
 */
#ifndef REFTALLY_REPORT_RUN_NEXT_COMMAND_H
#define REFTALLY_REPORT_RUN_NEXT_COMMAND_H

#include <stdbool.h>
#include <stdint.h>

#include "ledger/reader.h"

/* How folders begin that are made for runs of which nobody names a ledger. */
#define RUNS_FOLDER "reftally-runs-"

/* The same run with one setting changed, or with none: NULL. */
char *next_command_again(const struct ledger *ledger, const char *setting,
                         const char *value);

/*
 * The same run twice, the second time for what the first one suspects; NULL,
 * too, where this was the second.
 */
char *next_command_confirm(const struct ledger *ledger);

/* The program alone. */
char *next_command_plain(const struct ledger *ledger);

/* What was typed to have a function called; NULL, too, where --call was not. */
char *next_command_call(const struct ledger *ledger);

/* "reftally COMMAND WORD" */
char *next_command_about(const char *command, const char *word);

/*
 * How often --call was to call its function; 0: it was not asked to. `name` is
 * that of the function, to be freed.
 */
uint64_t next_command_calls(const struct ledger *ledger, char **name);

#endif
