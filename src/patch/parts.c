#include "patch/parts.h"

enum { ELSEWHERE_MAX = 8192 }; /* bytes looked at beyond the function's size */

bool
parts_reserve(struct parts *parts, struct arena *arena, size_t longest)
{
    size_t elsewhere = longest + ELSEWHERE_MAX, all = longest + elsewhere;

    parts->capacity = elsewhere;
    parts->instructions =
        arena_add(arena, elsewhere * sizeof *parts->instructions);
    parts->index_at = arena_add(arena, elsewhere * sizeof *parts->index_at);
    parts->live = arena_add(arena, all * sizeof *parts->live);
    parts->entered = arena_add(arena, all);
    return parts->instructions != NULL && parts->index_at != NULL &&
           parts->live != NULL && parts->entered != NULL;
}

/* The function that holds an address of the image's file. */
static bool
find_around(const struct image *image, uint64_t address,
            struct eh_function *found)
{
    size_t low = 0, high = eh_frame_count(&image->frames);

    address += image->bias;
    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (!eh_frame_function(&image->frames, middle, found)) {
            return false;
        }
        if (address < found->start) {
            high = middle;
        }
        else if (address >= found->end) {
            low = middle + 1;
        }
        else {
            return image_has_code(image, found->start) &&
                   image_has_code(image, found->end - 1);
        }
    }
    return false;
}

static void
add_part(struct parts *parts, const struct function *function, size_t *used)
{
    parts->at[parts->count++] = (struct liveness_part){
        .function = *function,
        .entered = parts->entered + *used,
        .live = parts->live + *used,
    };
    *used += function->size_bytes;
}

static bool
has(const struct parts *parts, uint64_t address)
{
    for (size_t i = 0; i < parts->count; i++) {
        if (function_find(&parts->at[i].function, address) != NULL) {
            return true;
        }
    }
    return false;
}

/* The part that the address lies in, if it is not too large. */
static void
add_elsewhere(struct parts *parts, const struct image *image,
              struct decoded *decoded, uint64_t address, size_t *used)
{
    size_t first = parts->at[0].function.size_bytes;
    struct eh_function around;
    struct function function;

    if (parts->count == PARTS_MAX || has(parts, address) ||
        !find_around(image, address, &around)) {
        return;
    }
    function = (struct function){
        .address = around.start - image->bias,
        .size_bytes = around.end - around.start,
        .instructions = parts->instructions + (*used - first),
        .index_at = parts->index_at + (*used - first),
    };
    if (*used - first + function.size_bytes > first + ELSEWHERE_MAX ||
        *used - first + function.size_bytes > parts->capacity) {
        return;
    }
    decoded_function(decoded, image, function.address, around.end - image->bias,
                     &function);
    add_part(parts, &function, used);
}

static void
gather(struct parts *parts, const struct image *image, struct decoded *decoded,
       const struct function *first)
{
    size_t used = 0;

    parts->count = 0;
    add_part(parts, first, &used);
    for (size_t p = 0; p < parts->count; p++) {
        const struct function *function = &parts->at[p].function;

        for (size_t i = 0; i < function->count; i++) {
            const struct instruction *instruction = &function->instructions[i];

            if (instruction->flow == FLOW_BRANCH ||
                instruction->flow == FLOW_JUMP) {
                add_elsewhere(parts, image, decoded, instruction->target,
                              &used);
            }
        }
    }
}

const uint32_t *
parts_live(struct parts *parts, const struct image *image,
           const struct targets *targets, struct decoded *decoded,
           const struct function *function)
{
    gather(parts, image, decoded, function);
    for (size_t p = 0; p < parts->count; p++) {
        const struct liveness_part *part = &parts->at[p];

        for (size_t i = 0; i < part->function.count; i++) {
            part->entered[i] = targets_have_computed(
                targets, part->function.instructions[i].address);
        }
    }
    liveness_solve(parts->at, parts->count);
    return parts->at[0].live;
}
