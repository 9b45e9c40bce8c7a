/*
 * images - the loaded images, of which those that use CPython are patched.
 */
#ifndef REFTALLY_PROBE_IMAGES_IMAGES_H
#define REFTALLY_PROBE_IMAGES_IMAGES_H

#include "base/reason.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * Settles where plans are kept: the directory of REFTALLY_CACHE, or the
 * default one, which is created. The environment is read here and not later.
 */
void images_init(char *const *environment);

/*
 * Finds images loaded since the last call, enters them into the ledger and
 * patches those that refer to CPython. False when the interpreter itself
 * could not be patched: `reason` and `detail` say why.
 */
bool images_update(enum reason *reason, const char **detail);

/*
 * The same in the middle of a run: other threads may be executing the code. The
 * caller holds the interpreter's lock.
 */
bool images_update_live(enum reason *reason, const char **detail);

/*
 * Code becomes what it was, where recorder.detachable was set when it was
 * changed. False, and why: some of it stays, and its stubs are executed.
 */
bool images_undo_live(const char **detail);

/* How often the dynamic linker has loaded something. */
unsigned long long images_loads(void);

/* Whether the dynamic linker has loaded anything since. Cheap. */
bool images_changed(void);

/* Whether anything of that refers to CPython. */
bool images_python_came(void);

/*
 * Watches the entry of a function in a patched image. False: not possible.
 */
bool images_watch(uint64_t function, uint32_t role);

#endif
