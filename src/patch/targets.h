/*
 * targets - every place in an image's code that something may jump to.
 *
 * An over-approximation: a false target only costs a better tactic, a missing
 * one would break the host. It knows direct branches, code pointers in data,
 * addresses taken in code, switch tables of both kinds, and landing pads.
 * Addresses are virtual addresses of the image's file.
 */
#ifndef REFTALLY_PATCH_TARGETS_H
#define REFTALLY_PATCH_TARGETS_H

#include "base/arena.h"
#include "patch/image.h"

struct targets {
    uint64_t start, end; /* of all executable memory */
    uint8_t *bits;       /* one per byte of code */
    uint8_t *computed;   /* those of them that are not only branched to */
};

/* False: no memory, or no code. */
bool targets_build(const struct image *image, struct arena *arena,
                   struct targets *out);

bool targets_have(const struct targets *targets, uint64_t address);

/* From now on something branches there. */
void targets_add(struct targets *targets, uint64_t address);

/* Whether an indirect jump, or an exception, may lead there. */
bool targets_have_computed(const struct targets *targets, uint64_t address);

#endif
