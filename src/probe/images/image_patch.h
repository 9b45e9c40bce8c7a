/*
 * image_patch - patching one image, all of it or nothing, and its stubs later.
 */
#ifndef REFTALLY_PROBE_IMAGES_IMAGE_PATCH_H
#define REFTALLY_PROBE_IMAGES_IMAGE_PATCH_H

#include "patch/apply.h"
#include "patch/image.h"
#include "probe/images/known_images.h"

/* Where plans are kept: see images_init. */
void image_patch_init(char *const *environment);

/* From now on, whether other threads may be executing the code. */
void image_patch_live(bool running);

/* Patches it, and enters its sites into the ledger. NULL, or why not. */
const char *image_patch(struct image *image, struct known_image *known);

/* The sentence for it; NULL: it was done. */
const char *image_patch_failure(enum apply_result result);

/*
 * Watches the entry of a function in an image with that record, whose code is
 * patched. False: not possible.
 */
bool image_patch_watch(const struct image *image, uint32_t record,
                       uint64_t function, uint32_t role);

/*
 * A while after code became what it was: gives the stubs' memory back. False:
 * somebody is in one.
 */
bool image_patch_release(void);

/*
 * No change is counted on a short way any more. False: the system does not
 * allow the stubs to be changed, and some may be.
 */
bool image_patch_count_nothing_short(void);

#endif
