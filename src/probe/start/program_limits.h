#ifndef REFTALLY_PROBE_START_PROGRAM_LIMITS_H
#define REFTALLY_PROBE_START_PROGRAM_LIMITS_H

#include <stdbool.h>

/* Finds the functions that it stands before; first of all. */
void program_limits_init(void);

/*
 * Whether the limits that the program was started with leave it as much as the
 * library has taken.
 */
bool program_limits_leave_enough(void);

/*
 * Before another program is executed, which gets the limits as the program set
 * them: whether they were changed for that. A hard limit that is lowered may
 * stay so: not for what is not there.
 */
bool program_limits_leave(const char *path);

/* From now on something of the library's counts for limits of memory. */
void program_limits_watch(void);

#endif
