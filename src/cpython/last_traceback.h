/*
 * last_traceback - whose exception the interpreter has printed last.
 *
 * Before it prints a traceback, the interpreter leaves it in
 * sys.last_traceback; so do pytest and consoles, with what they have caught.
 */
#ifndef REFTALLY_CPYTHON_LAST_TRACEBACK_H
#define REFTALLY_CPYTHON_LAST_TRACEBACK_H

#include <stdint.h>

#include "cpython/layout.h"

enum last_traceback {
    LAST_TRACEBACK_UNKNOWN, /* it was not looked for, or not found */
    LAST_TRACEBACK_NONE,
    LAST_TRACEBACK_INNER,  /* caught somewhere in the program */
    LAST_TRACEBACK_PROGRAM /* its outermost frame is a module's, or runpy's */
};

/* `runtime` is &_PyRuntime; nobody may change the dictionary of sys. */
enum last_traceback last_traceback(const struct python_layout *layout,
                                   uint64_t runtime, uint64_t interpreter);

#endif
