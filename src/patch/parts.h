/*
 * parts - a function with what it jumps to.
 *
 * Compilers move what is rarely executed far away, as a function of its own in
 * the eyes of the unwinder; and what a function calls last it may jump to.
 * Whether a register is free depends on the code there.
 */
#ifndef REFTALLY_PATCH_PARTS_H
#define REFTALLY_PATCH_PARTS_H

#include "arch/liveness.h"
#include "patch/decoded.h"
#include "patch/targets.h"

#include <stdbool.h>

enum { PARTS_MAX = 8 };

struct parts {
    struct liveness_part at[PARTS_MAX];
    size_t count;
    size_t capacity; /* bytes of code, of all but the first */
    struct instruction *instructions;
    uint32_t *index_at, *live;
    uint8_t *entered;
};

/* Room for functions of so many bytes. False: no memory. */
bool parts_reserve(struct parts *parts, struct arena *arena, size_t longest);

/* The resources live before each instruction of a function. */
const uint32_t *parts_live(struct parts *parts, const struct image *image,
                           const struct targets *targets,
                           struct decoded *decoded,
                           const struct function *function);

#endif
