/*
 * known_images - which images were looked at, and are they still the same?
 *
 * A host may unload an image and load another where it lay, or the same one
 * again, in which nothing is patched any more. Each update looks at all that
 * are loaded: known_images_begin, known_images_find for each, and
 * known_images_end.
 */
#ifndef REFTALLY_PROBE_IMAGES_KNOWN_IMAGES_H
#define REFTALLY_PROBE_IMAGES_KNOWN_IMAGES_H

#include "patch/image.h"
#include "patch/plan.h"

struct known_image {
    uint64_t start, end, bias;
    uint64_t data, data_end; /* that can be written, all of it there */
    uint64_t identity;       /* of path and build-id */
    uint32_t record;         /* of the ledger; 0: no room */
    uint32_t first_site, site_count;
    bool patched, seen;
    uint8_t original_bytes; /* of the first edit */
    uint8_t original[8];    /* what was there before it */
    uint64_t edit;          /* its address */
};

enum known_state {
    KNOWN_NEW,   /* never seen, or another in the place of one */
    KNOWN_STILL, /* nothing to do */
    KNOWN_AGAIN, /* loaded again: its patches are gone */
};

void known_images_begin(void);

/* Whether there is one where that image lies: changes nothing. */
bool known_images_have(const struct image *image);

/* The image must be loaded. `found`: its entry, if it is not new. */
enum known_state known_images_find(const struct image *image,
                                   struct known_image **found);

/* NULL: no room for more. */
struct known_image *known_images_add(const struct image *image);

/* It was patched. */
void known_image_patched(struct known_image *known, const struct plan *plan);

/* Those that were not seen are gone. */
void known_images_end(void);

/* Whether the bytes lie in one known image. */
bool known_images_hold(uint64_t address, uint64_t size);

/* Whether they lie in data of a patched one, and can be read. */
bool known_images_hold_data(uint64_t address, uint64_t size);

#endif
