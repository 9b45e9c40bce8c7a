/*
 * startup - from the dynamic linker's call to the first recorded change.
 */
#ifndef REFTALLY_PROBE_START_STARTUP_H
#define REFTALLY_PROBE_START_STARTUP_H

#include "probe/images/interpreter.h"

#include <stdbool.h>

/* True: CPython is in the process, there is no need to ask again. */
bool startup_begin(char **environment, interpreter_lookup *lookup);

#endif
