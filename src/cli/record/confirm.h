/*
 * confirm - what a program is to be watched for when it runs a second time.
 */
#ifndef REFTALLY_CLI_RECORD_CONFIRM_H
#define REFTALLY_CLI_RECORD_CONFIRM_H

/*
 * Sets in this process's environment what the second run is for: what the
 * report of the first suspects, or, where the program died of a fault or nothing
 * is suspected, who released an object too early. Returns what that is, in words;
 * NULL: there was no ledger.
 */
const char *confirm_prepare(const char *ledger);

#endif
