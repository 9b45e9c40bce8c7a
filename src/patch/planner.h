/*
 * planner - makes the plan of an image.
 */
#ifndef REFTALLY_PATCH_PLANNER_H
#define REFTALLY_PATCH_PLANNER_H

#include "base/arena.h"
#include "patch/plan.h"

/* Everything lies in the arena. False: no memory, or nothing to read. */
bool plan_build(const struct plan_request *request, struct arena *arena,
                struct plan *out);

/*
 * A plan for nothing but the entry of one function, which may have been
 * patched before. False: the image has no such function, or no room.
 */
bool plan_watch(const struct image *image, const struct plan_entry *entry,
                struct arena *arena, struct plan *out);

#endif
