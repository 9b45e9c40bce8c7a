/*
 * shortcuts - from stub to stub without a visit to the image.
 *
 * A branch in a stub to the beginning of a group finds there nothing but the
 * jump to the group's stub. Only branches go there directly: addresses that
 * code takes stay those of the image.
 */
#ifndef REFTALLY_PATCH_SHORTCUTS_H
#define REFTALLY_PATCH_SHORTCUTS_H

#include "base/arena.h"
#include "patch/plan.h"

struct shortcut {
    uint32_t address, stub; /* of the image; 0: there is none */
};

struct shortcuts {
    struct shortcut *at;
    uint32_t mask;
};

/*
 * Those of all edits of a plan, but none at the entry of a function: it may be
 * patched again, later, for the sake of who enters. False: no memory.
 */
bool shortcuts_build(const struct plan *plan, const struct image *image,
                     struct arena *arena, struct shortcuts *out);

/* For blob_finish. */
uint32_t shortcuts_find(const void *shortcuts, uint32_t address);

#endif
