/*
 * description - which process it is: what the ledger's header says of it.
 */
#ifndef REFTALLY_PROBE_START_DESCRIPTION_H
#define REFTALLY_PROBE_START_DESCRIPTION_H

/* When the ledger has been created. */
void description_write(char *const *environment);

/* The process ends with this status. */
void description_exit_status(int status);

#endif
