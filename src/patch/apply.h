/*
 * apply - writes a plan into the running image: all of it or nothing.
 *
 * The only place that changes the protection of code. Unless `running` or `live`
 * is set nothing of the image may be executing: it was just loaded.
 */
#ifndef REFTALLY_PATCH_APPLY_H
#define REFTALLY_PATCH_APPLY_H

#include "patch/plan.h"

enum apply_result {
    APPLY_DONE,
    APPLY_OTHER_BYTES, /* the plan is not of these bytes; nothing changed */
    APPLY_NO_POOL,     /* no memory within reach; nothing changed */
    APPLY_REFUSED,     /* the system keeps code from being changed; it is as
                          it was */
    APPLY_OCCUPIED,    /* a thread did not leave the code; it is as it was */
};

struct apply_hooks {
    uint64_t hooks[BLOB_HOOKS]; /* addresses that the stubs call */
    uint32_t first_site;        /* process-wide number of the image's site 0 */
    bool running; /* somebody may be executing it, and be in a stub
                               by the time that the plan is taken back */
    bool live;    /* the same, and anywhere in it: live_edits.h */
};

struct applied {
    uint64_t pool, pool_bytes; /* where the stubs lie */
};

enum apply_result apply_plan(const struct plan *plan, const struct image *image,
                             const struct apply_hooks *hooks,
                             struct applied *out);

/*
 * The same while threads execute it, between live_edits_begin and
 * live_edits_end.
 */
enum apply_result apply_take_back(const struct plan *plan,
                                  const struct image *image, uint64_t pool);

/* From now on the stubs of this pool call another function at each change.
 * False: the system does not allow it. */
bool apply_redirect(uint64_t pool, uint64_t change);

/* Restores the original bytes; the stubs stay, somebody may be in them. */
enum apply_result apply_undo(const struct plan *plan,
                             const struct image *image);

#endif
