/*
 * executing - a program that replaces itself by another one ends there.
 *
 * Of what it had nothing is left then, so it is looked at before, as at _exit:
 * by a child, on a copy of the memory. Where the other program cannot be
 * executed after all, the recording has ended, and the ledger says why.
 */
#ifndef REFTALLY_PROBE_START_EXECUTING_H
#define REFTALLY_PROBE_START_EXECUTING_H

/* Finds the functions that it stands before; first of all. */
void executing_init(void);

/* From now on there is something to look at, in this process. */
void executing_watch(void);

#endif
