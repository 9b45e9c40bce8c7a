/*
 * living - the ledger of a process that may be alive.
 */
#ifndef REFTALLY_CLI_JUDGEMENT_LIVING_H
#define REFTALLY_CLI_JUDGEMENT_LIVING_H

#include "ledger/reader.h"
#include "report/text/error.h"

/*
 * Loads a ledger. Where its process is alive, that is asked for a snapshot
 * first: it says who owns what at this moment. If no answer comes, what the
 * ledger itself holds is loaded. The rest is as with ledger_load.
 */
bool living_load(struct ledger *ledger, const char *path, struct error *error);

/*
 * The same of a process that is alive, and the snapshot stays, by that name.
 * False as well if there is none, or it cannot be named so.
 */
bool living_keep(struct ledger *ledger, const char *path, const char *keep,
                 struct error *error);

#endif
