/*
 * plan - everything that will be changed in one image, decided beforehand.
 *
 * A plan is made from the image's file alone and is independent of where the
 * image and the stubs lie, so it can be kept on disk. Addresses are virtual
 * addresses of the image's file.
 */
#ifndef REFTALLY_PATCH_PLAN_H
#define REFTALLY_PATCH_PLAN_H

#include "arch/entry_stub.h"
#include "base/refcount_shape.h"
#include "patch/image.h"
#include "patch/proof.h"

enum { EDIT_BYTES_MAX = 40 };

struct plan_edit {
    uint64_t address;
    uint32_t stub;    /* offset in the blob; 0: a short jump */
    uint16_t length;  /* bytes replaced; behind the jump they are filler */
    int16_t distance; /* short jump: from `address` to its hole, which is the
                         edit before it */
};

struct plan_site {
    uint32_t offset; /* virtual address */
    uint8_t operation, tactic, leave, width;
    int32_t amount;
};

/* A function whose entry the library watches. */
struct plan_entry {
    uint64_t address;
    uint32_t role;  /* the caller's; becomes the site's amount */
    uint32_t watch; /* enum stub_entry */
};

struct plan {
    struct plan_edit *edits;
    uint32_t edit_count;
    uint8_t *original; /* what the file has at all edits, in their order */
    uint32_t original_bytes;
    struct proof proof;      /* that they may be made */
    struct plan_site *sites; /* site number n of the image is sites[n] */
    uint32_t site_count;
    struct blob blob;
    struct blob cold; /* while it is built */
};

/*
 * Whether following the plan stays within it and within the code that its proof
 * is about, every edit may be made, and whatever a stub says about its site is
 * true of one. Nothing of the plan is trusted. The proof is used up.
 */
bool plan_is_proved(struct plan *plan);

/* Whether edit number i is entered through the short jump of the next alone. */
static inline bool
plan_edit_is_hole(const struct plan *plan, uint32_t i)
{
    return i + 1 < plan->edit_count && plan->edits[i + 1].stub == 0;
}

/*
 * What an edit writes, `length` bytes: a jump, and filler that nobody comes to.
 * Its address moves by `bias`; the stubs lie at `pool`.
 */
void plan_edit_bytes(const struct plan_edit *edit, uint64_t bias, uint64_t pool,
                     uint8_t *out);

struct plan_request {
    const struct image *image;
    uint64_t file_digest; /* of its file (image_file.h) */
    struct refcount_shape shape;
    enum stub_filter filter;
    const struct plan_entry *entries;
    unsigned entry_count;
    uint64_t birth_variable, birth_variable_bytes; /* address in memory or 0 */
    uint64_t birth_state; /* address of the structure it lies in, or 0 */
};

#endif
