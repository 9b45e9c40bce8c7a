/*
 * lifecycle - when recording begins and ends, and what children do.
 */
#ifndef REFTALLY_PROBE_START_LIFECYCLE_H
#define REFTALLY_PROBE_START_LIFECYCLE_H

#include "probe/images/interpreter.h"

#include <stdbool.h>

/* True: CPython is in the process, there is no need to ask again. */
bool lifecycle_start(char **environment, interpreter_lookup *lookup);

/* Takes the library out of LD_PRELOAD: programs executed run without it. */
void lifecycle_leave_preload(char **environment);

/* Children made by fork stop recording, or go on in a file of their own. */
void lifecycle_watch_forks(void);

/* The process ends: `how` says in which way. The first call counts. */
void lifecycle_finish(const char *how);

#endif
