/*
 * preparation - everything in memory and on disk, before the first change.
 */
#ifndef REFTALLY_PROBE_START_PREPARATION_H
#define REFTALLY_PROBE_START_PREPARATION_H

#include "base/reason.h"

/* REASON_NONE: ready to patch. `detail` may be NULL. */
enum reason preparation_make(char *const *environment, const char **detail);

/* Nothing is recorded: the program gets its address space back. */
void preparation_give_back(void);

#endif
