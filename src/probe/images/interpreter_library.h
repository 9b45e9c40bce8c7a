/*
 * interpreter_library - where CPython's symbols are to be looked for.
 *
 * A host may have loaded libpython by dlopen, for itself alone (RTLD_LOCAL).
 */
#ifndef REFTALLY_PROBE_IMAGES_INTERPRETER_LIBRARY_H
#define REFTALLY_PROBE_IMAGES_INTERPRETER_LIBRARY_H

#include <stdbool.h>

/* The dynamic linker's own lookup: dlsym is interposed by this library. */
typedef void *interpreter_lookup(void *handle, const char *name);

/*
 * The handle for `lookup`; false: no CPython is loaded. What holds it stays
 * loaded from now on: its code is about to be changed, and its variables are
 * read until the process ends. May be asked again when more has been loaded.
 */
bool interpreter_library(interpreter_lookup *lookup, void **handle);

#endif
