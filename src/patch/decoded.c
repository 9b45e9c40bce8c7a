#include "patch/decoded.h"

#include <string.h>

enum { TABLE_FIRST = 64 };

static const uint64_t BYTES_MAX = (uint64_t)64
                                  << 20; /* a host may have little */

bool
decoded_reserve(struct decoded *decoded, struct arena *arena, size_t functions)
{
    decoded->mask = TABLE_FIRST - 1;
    while (decoded->mask < 2 * functions) {
        decoded->mask = 2 * decoded->mask + 1;
    }
    decoded->arena = arena;
    decoded->bytes = 0;
    decoded->functions =
        arena_add(arena, (decoded->mask + 1) * sizeof *decoded->functions);
    return decoded->functions != NULL;
}

static struct function *
slot_of(const struct decoded *decoded, uint64_t start)
{
    size_t slot = (size_t)((start * 0x9e3779b97f4a7c15u) >> 32) & decoded->mask;

    while (decoded->functions[slot].instructions != NULL &&
           decoded->functions[slot].address != start) {
        slot = (slot + 1) & decoded->mask;
    }
    return &decoded->functions[slot];
}

static void
keep(struct decoded *decoded, const struct function *function,
     struct function *slot)
{
    size_t instructions = function->count * sizeof *function->instructions;
    size_t indexes = function->size_bytes * sizeof *function->index_at;
    struct function kept = *function;

    if (decoded->bytes + instructions + indexes > BYTES_MAX) {
        return;
    }
    kept.instructions = arena_add(decoded->arena, instructions);
    kept.index_at = arena_add(decoded->arena, indexes);
    if (kept.instructions != NULL && kept.index_at != NULL) {
        memcpy(kept.instructions, function->instructions, instructions);
        memcpy(kept.index_at, function->index_at, indexes);
        decoded->bytes += instructions + indexes;
        *slot = kept;
    }
}

bool
decoded_function(struct decoded *decoded, const struct image *image,
                 uint64_t start, uint64_t end, struct function *function)
{
    struct function *slot =
        decoded->functions == NULL ? NULL : slot_of(decoded, start);

    if (slot != NULL && slot->instructions != NULL &&
        slot->size_bytes == end - start) {
        *function = *slot;
        return true;
    }
    if (!code_decode(image, start, end, function)) {
        return false;
    }
    if (slot != NULL && slot->instructions == NULL) {
        keep(decoded, function, slot);
    }
    return true;
}
