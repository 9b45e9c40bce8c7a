/*
 * plan_cache - plans by build-id on disk; proved, never trusted.
 *
 * A plan that is damaged, of another file, of another build of the library, made
 * for other settings or another processor, or that is not proved, counts as
 * absent and is written anew. Every failure is silent: the cache is only ever a
 * matter of time.
 */
#ifndef REFTALLY_PATCH_PLAN_CACHE_H
#define REFTALLY_PATCH_PLAN_CACHE_H

#include "base/arena.h"
#include "patch/plan.h"

struct plan_cache {
    const char *directory; /* NULL: no cache; only one of our own is used */
    const char *missing;   /* why there is none */
    uint8_t writer[IMAGE_BUILD_ID_MAX]; /* build-id of the library itself */
    unsigned writer_bytes;
};

/*
 * Reads the plan for the request into the arena. False: none that fits and is
 * proved.
 */
bool plan_cache_load(const struct plan_cache *cache,
                     const struct plan_request *request, struct arena *arena,
                     struct plan *out);

/*
 * Whether a new plan is proved. If it is, it is kept: written under a name of
 * its own, then renamed.
 */
bool plan_cache_prove(const struct plan_cache *cache,
                      const struct plan_request *request, struct arena *arena,
                      struct plan *plan);

#endif
