/*
 * plan_cache - plans by build-id on disk; validated, never trusted.
 *
 * A file that is damaged, of another build of the library, or made for other
 * settings counts as absent and is written anew. Every failure is silent: the
 * cache is only ever a matter of time.
 */
#ifndef REFTALLY_PATCH_PLAN_CACHE_H
#define REFTALLY_PATCH_PLAN_CACHE_H

#include "patch/plan.h"

struct plan_cache {
    const char *directory;              /* NULL or "": no cache */
    uint8_t writer[IMAGE_BUILD_ID_MAX]; /* build-id of the library itself */
    unsigned writer_bytes;
};

/*
 * Reads the plan for the request into memory that stays mapped. False: none
 * that fits. Bytes are compared with the image's when the plan is applied.
 */
bool plan_cache_load(const struct plan_cache *cache,
                     const struct plan_request *request, struct plan *out);

/* Writes it under a name of its own and renames. */
void plan_cache_store(const struct plan_cache *cache,
                      const struct plan_request *request,
                      const struct plan *plan);

#endif
