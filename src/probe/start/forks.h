/* forks - children stop recording, or go on in a ledger of their own. */
#ifndef REFTALLY_PROBE_START_FORKS_H
#define REFTALLY_PROBE_START_FORKS_H

void forks_watch(void);

#endif
