#ifndef REFTALLY_PROBE_START_PROGRAM_LIMITS_H
#define REFTALLY_PROBE_START_PROGRAM_LIMITS_H

/* Finds the functions that it stands before; first of all. */
void program_limits_init(void);

/* From now on something of the library's counts for limits of memory. */
void program_limits_watch(void);

#endif
