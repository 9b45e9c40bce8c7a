/*
 * debug_offsets - what the interpreter says of its own layout (from 3.13).
 *
 * _PyRuntime begins with _Py_DebugOffsets. A release that keeps something
 * elsewhere than the one which the table was made from is found out there.
 */
#ifndef REFTALLY_CPYTHON_DEBUG_OFFSETS_H
#define REFTALLY_CPYTHON_DEBUG_OFFSETS_H

#include <stdbool.h>
#include <stdint.h>

#include "cpython/layout.h"

/*
 * The first word that is not as the table says, by its name in
 * _Py_DebugOffsets, or NULL: all agree, or the version has no such words.
 * `runtime` is &_PyRuntime.
 */
const char *debug_offsets_differ(const struct python_layout *layout,
                                 uint64_t runtime);

/* Whether they say that this is a free-threaded build. */
bool debug_offsets_free_threaded(uint64_t runtime);

#endif
