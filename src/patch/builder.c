#include "patch/builder.h"

#include "patch/code.h"

#include <string.h>

enum {
    LINKS_FIRST = 64,
    LINK_BYTES = 32, /* of code for a link between parts of functions */
};

const uint8_t *
builder_bytes_at(const struct builder *builder, uint64_t address)
{
    const struct image *image = builder->request->image;

    return image_code(image, address + image->bias);
}

bool
builder_is_target(const struct builder *builder, size_t index)
{
    return targets_have(&builder->targets,
                        builder->function.instructions[index].address);
}

bool
builder_decode(struct builder *builder, uint64_t start, uint64_t end)
{
    struct function *function = &builder->function;
    bool found;

    function->instructions = builder->instructions;
    function->index_at = builder->index_at;
    found = decoded_function(&builder->decoded, builder->request->image, start,
                             end, function);
    for (size_t i = 0; i < function->count; i++) {
        struct instruction *instruction = &function->instructions[i];

        /* "lock; 1: cmpxchg", and a jump to 1 */
        if (targets_cut(&builder->targets, instruction->address,
                        instruction->length)) {
            instruction->movable = false;
        }
    }
    return found;
}

void
builder_add_edit(struct builder *builder, uint64_t address, uint16_t length,
                 uint32_t stub, int16_t distance)
{
    struct plan *plan = builder->plan;
    struct plan_edit *edit = &plan->edits[plan->edit_count++];

    *edit = (struct plan_edit){
        .address = address,
        .stub = stub,
        .length = length,
        .distance = distance,
    };
    memcpy(plan->original + plan->original_bytes,
           builder_bytes_at(builder, address), length);
    plan->original_bytes += length;
}

void
builder_add_hole(struct builder *builder, uint64_t start, uint64_t end)
{
    for (; start + JUMP_BYTES <= end; start += JUMP_BYTES) {
        if (builder->hole_count < builder->hole_capacity) {
            builder->holes[builder->hole_count++].address = start;
        }
    }
}

static bool
reserve_blob(struct blob *blob, struct arena *arena, size_t code_bytes)
{
    size_t relocations = code_bytes / 2 + 2048;
    size_t bytes = relocations * sizeof(uint32_t);

    blob->capacity = (uint32_t)(4 * code_bytes + (2u << 20));
    blob->reloc_capacity = (uint32_t)relocations;
    blob->bytes = arena_add(arena, blob->capacity);
    blob->near = arena_add(arena, bytes);
    blob->sites = arena_add(arena, bytes);
    blob->cross = arena_add(arena, bytes);
    return blob->bytes != NULL && blob->near != NULL && blob->sites != NULL &&
           blob->cross != NULL;
}

bool
builder_reserve(struct builder *builder, struct arena *arena, size_t code_bytes,
                size_t longest)
{
    struct plan *plan = builder->plan;
    size_t sites = code_bytes / 16 + 64;

    builder->site_capacity = sites;
    plan->blob.cold = &plan->cold;
    builder->hole_capacity = code_bytes / 8 + 64;
    plan->blob.place_capacity = (uint32_t)(code_bytes / 4 + 64);
    plan->blob.places =
        arena_add(arena, plan->blob.place_capacity * sizeof *plan->blob.places);
    /* At most a short jump, its hole, and a donor that made the hole. */
    plan->edits = arena_add(arena, 3 * sites * sizeof *plan->edits);
    plan->original = arena_add(arena, 3 * sites * EDIT_BYTES_MAX);
    plan->sites = arena_add(arena, sites * sizeof *plan->sites);
    builder->holes =
        arena_add(arena, builder->hole_capacity * sizeof *builder->holes);
    builder->waiting = arena_add(arena, sites * sizeof *builder->waiting);
    builder->instructions =
        arena_add(arena, longest * sizeof *builder->instructions);
    builder->index_at = arena_add(arena, longest * sizeof *builder->index_at);
    builder->flow = arena_add(arena, longest * sizeof *builder->flow);
    builder->found = arena_add(arena, longest * sizeof *builder->found);
    builder->planned = arena_add(arena, longest * sizeof *builder->planned);
    builder->taken = arena_add(arena, longest);
    builder->joined = arena_add(arena, longest);
    return plan->edits != NULL && plan->original != NULL &&
           plan->sites != NULL && plan->blob.places != NULL &&
           reserve_blob(&plan->blob, arena, code_bytes) &&
           reserve_blob(&plan->cold, arena, code_bytes) &&
           builder->holes != NULL && builder->waiting != NULL &&
           builder->instructions != NULL && builder->index_at != NULL &&
           builder->flow != NULL && builder->found != NULL &&
           builder->planned != NULL && builder->taken != NULL &&
           builder->joined != NULL &&
           parts_reserve(&builder->parts, arena, longest);
}

bool
builder_link(struct builder *builder, struct arena *arena)
{
    struct flow_links *links = &builder->links;
    uint64_t code_bytes = builder->targets.end - builder->targets.start;

    links->start = builder->targets.start;
    links->end = builder->targets.end;
    links->mask = LINKS_FIRST - 1;
    while (links->mask < code_bytes / LINK_BYTES) {
        links->mask = 2 * links->mask + 1;
    }
    links->at = arena_add(arena, (links->mask + 1) * sizeof *links->at);
    links->known = arena_add(arena, proof_bytes(code_bytes));
    links->learned = arena_add(arena, proof_bytes(code_bytes));
    return links->at != NULL && links->known != NULL && links->learned != NULL;
}
