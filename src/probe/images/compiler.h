/*
 * compiler - CPython's just-in-time compiler, whose code nobody can patch.
 */
#ifndef REFTALLY_PROBE_IMAGES_COMPILER_H
#define REFTALLY_PROBE_IMAGES_COMPILER_H

#include "probe/images/interpreter_library.h"

/* Whether the environment switches it on, in a version that tells it no more
 * later. */
bool compiler_is_asked_for(interpreter_lookup *lookup, void *handle,
                           char *const *environment);

/* Tells the recorder where to look for its switch, if there is one. */
void compiler_find(interpreter_lookup *lookup, void *handle);

#endif
