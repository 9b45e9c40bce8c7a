/*
 * attached - a copy of this library that was loaded into a running process.
 *
 * `reftally attach` makes a copy of the file with its settings in it, and has
 * the interpreter load the copy and call the functions below, each where a
 * thread holds the interpreter's lock and is in the middle of nothing. Names of
 * libc that the library defines are not bound to such a copy; so it sees neither
 * modules that are loaded later, nor _exit.
 */
#ifndef REFTALLY_PROBE_START_ATTACHED_H
#define REFTALLY_PROBE_START_ATTACHED_H

#include "probe/images/interpreter.h"

#include <stdbool.h>

/* Whether this is such a copy, which begins when it is asked, not at once. */
bool attached_is_copy(void);

/* What begins the recording is called with, and with whose dlsym. */
void attached_init(char **environment, interpreter_lookup *lookup);

#endif
