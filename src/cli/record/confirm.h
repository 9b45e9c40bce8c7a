/*
 * confirm - what a program is to be watched for when it runs a second time.
 */
#ifndef REFTALLY_CLI_RECORD_CONFIRM_H
#define REFTALLY_CLI_RECORD_CONFIRM_H

/*
 * What the report of the first run suspects, for REFTALLY_SUSPECTS, to be freed.
 * NULL: nothing that a second run could confirm, or there was no ledger.
 */
char *confirm_suspects(const char *ledger);

#endif
