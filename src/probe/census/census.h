/*
 * census - who owns each live object, found out at a safe point.
 *
 * The collector's objects are asked by tp_traverse, running frames are read,
 * and for what is left the memory of the process is searched. Nothing is made
 * in the host and no count changes; it costs time, which has a limit.
 */
#ifndef REFTALLY_PROBE_CENSUS_CENSUS_H
#define REFTALLY_PROBE_CENSUS_CENSUS_H

#include <stdbool.h>

/* The limit is one of time on a processor. While others have it, a census may
 * take so many times as long. */
enum { CENSUS_BUSY_FACTOR = 10 };

/* Addresses of the types that have a meaning of their own. */
void census_init(void);

/*
 * Takes a census and writes it to the ledger. The caller is inside a hook at
 * the entry of a function, and holds the GIL.
 */
void census_take(const char *label, bool final);

/*
 * The same for a process that is in the middle of something, and has not let go
 * of what it uses: what seems lost may be in use. Nobody else is in a hook.
 */
void census_take_abruptly(const char *label);

/* Whether verdicts need a final one, and none was taken. */
bool census_is_missing(void);

/* The process ends: notes if there was no final one that verdicts need. */
void census_end(void);

#endif
