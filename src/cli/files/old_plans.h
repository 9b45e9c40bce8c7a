/*
 * old_plans - patch plans that recordings keep for the next start, in the folder
 * of REFTALLY_CACHE. Each build of an image and of the library has its own, and
 * nothing tells that a build will not come again: what was used last stays.
 */
#ifndef REFTALLY_CLI_FILES_OLD_PLANS_H
#define REFTALLY_CLI_FILES_OLD_PLANS_H

#include "cli/files/old_ledgers.h"

enum { OLD_PLANS_KEPT = 256 << 20 }; /* bytes */

/* All but those used last, of `kept` bytes together; how->keep is not looked
 * at. False as with old_ledgers_remove; no folder, no plans. */
bool old_plans_remove(struct old_ledgers *how, uint64_t kept);

#endif
