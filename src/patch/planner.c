#include "patch/planner.h"

#include "patch/builder.h"
#include "patch/group.h"
#include "patch/hole.h"
#include "patch/shortcuts.h"

#include <string.h>

enum { LINK_ROUNDS = 16 }; /* most functions learn nothing after the third */

static struct flow_context
context_of(struct builder *builder)
{
    return (struct flow_context){
        &builder->request->shape,
        &builder->mark,
        &builder->links,
    };
}

static void
plan_function(struct builder *builder, uint64_t start, uint64_t end)
{
    struct function *function = &builder->function;
    struct flow_context context = context_of(builder);
    size_t count;

    if (!builder_decode(builder, start, end)) {
        return;
    }
    memset(builder->taken, 0, function->count);
    for (size_t i = 0; i < function->count; i++) {
        builder->joined[i] = builder_is_target(builder, i);
    }
    count = sites_find(function, &context, builder->flow, builder->found);
    builder->code = (struct stub_code){
        .function = function,
        .live = count > 0
                    ? parts_live(&builder->parts, builder->request->image,
                                 &builder->targets, &builder->decoded, function)
                    : NULL,
        .joined = builder->joined,
        .filter = builder->request->filter,
        .red_zone = function_uses_red_zone(function),
    };
    for (unsigned i = 0; i < builder->request->entry_count; i++) {
        if (builder->request->entries[i].address == start) {
            group_add_entry(builder, &builder->request->entries[i]);
        }
    }
    group_add_sites(builder, count);
    hole_find_padding(builder);
    hole_serve_waiting(builder);
}

/* Words of the image's data that hold the variable's or its state's address. */
static void
find_slots(struct builder *builder)
{
    const struct image *image = builder->request->image;
    uint64_t variable = builder->request->birth_variable;
    uint64_t state = builder->request->birth_state;
    uint64_t wanted = state == 0 ? variable : state;

    if (variable == 0) {
        return;
    }
    builder->mark.start = variable - image->bias;
    builder->mark.end =
        builder->mark.start + builder->request->birth_variable_bytes;
    builder->mark.state = state == 0 ? 0 : state - image->bias;
    builder->mark.behind = state != 0;
    builder->mark.slots = builder->slots;
    for (unsigned i = 0; i < image->segment_count; i++) {
        const struct image_segment *segment = &image->segments[i];

        if (segment->executable) {
            continue;
        }
        for (uint64_t at = (segment->start + 7) & ~(uint64_t)7;
             at + 8 <= segment->end &&
             builder->mark.slot_count < BIRTH_SLOTS_MAX;
             at += 8) {
            if (*(const uint64_t *)(uintptr_t)at == wanted) {
                builder->slots[builder->mark.slot_count++] = at - image->bias;
            }
        }
    }
}

static bool
usable(const struct image *image, size_t i, struct eh_function *function)
{
    return eh_frame_function(&image->frames, i, function) &&
           image_has_code(image, function->start) &&
           image_has_code(image, function->end - 1);
}

/* What holds at the jumps between parts of functions. */
static void
link_functions(struct builder *builder)
{
    const struct image *image = builder->request->image;
    struct flow_context context = context_of(builder);
    size_t count = eh_frame_count(&image->frames);
    bool solved = true;

    for (unsigned round = 0; solved && round < LINK_ROUNDS; round++) {
        solved = false;
        for (size_t i = 0; i < count; i++) {
            struct eh_function function;
            struct flow_spills spills;
            uint64_t start, end;

            if (!usable(image, i, &function)) {
                continue;
            }
            start = function.start - image->bias;
            end = function.end - image->bias;
            if (!targets_leave(&builder->targets, start) ||
                (!flow_take_learned(&builder->links, start, end) &&
                 round > 0)) {
                continue;
            }
            if (builder_decode(builder, start, end)) {
                flow_solve(&builder->function, &context, builder->flow,
                           &spills);
                solved = true;
            }
        }
    }
}

/* Room for those that found none, in the functions around them. */
static void
make_room(struct builder *builder)
{
    const struct image *image = builder->request->image;
    size_t count = eh_frame_count(&image->frames);
    uint64_t previous_end = 0;

    for (size_t i = 0; i < count && builder->waiting_count > 0; i++) {
        struct eh_function function;

        if (!usable(image, i, &function) || function.start < previous_end) {
            continue;
        }
        previous_end = function.end;
        if (hole_is_wanted(builder, function.start - image->bias,
                           function.end - image->bias) &&
            builder_decode(builder, function.start - image->bias,
                           function.end - image->bias)) {
            hole_make_near(builder);
        }
    }
}

bool
plan_build(const struct plan_request *request, struct arena *arena,
           struct plan *out)
{
    struct builder builder = { .request = request, .plan = out };
    const struct image *image = request->image;
    size_t count = eh_frame_count(&image->frames);
    struct function room = { 0 };
    struct eh_function function;
    struct shortcuts shortcuts;
    size_t code_bytes = 0, longest = 0;
    uint64_t previous_end = 0;

    memset(out, 0, sizeof *out);
    for (size_t i = 0; i < count; i++) {
        if (usable(image, i, &function)) {
            size_t size = function.end - function.start;

            code_bytes += size;
            longest = size > longest ? size : longest;
        }
    }
    if (code_bytes == 0 || code_bytes > UINT32_MAX / 8 ||
        !builder_reserve(&builder, arena, code_bytes, longest) ||
        !decoded_reserve(&builder.decoded, arena, count)) {
        return false;
    }
    room.instructions = builder.instructions;
    room.index_at = builder.index_at;
    if (!targets_build(image, &builder.decoded, &room, arena,
                       &builder.targets) ||
        !builder_link(&builder, arena)) {
        return false;
    }
    find_slots(&builder);
    link_functions(&builder);
    blob_begin(&out->blob);
    for (size_t i = 0; i < count && !builder.full; i++) {
        uint64_t start, end;

        if (!usable(image, i, &function)) {
            continue;
        }
        start = function.start - image->bias;
        end = function.end - image->bias;
        if (start < previous_end) {
            continue; /* overlapping ranges: the first one was planned */
        }
        if (previous_end != 0 && start > previous_end) {
            hole_find_gap(&builder, previous_end, start);
        }
        plan_function(&builder, start, end);
        previous_end = end;
    }
    hole_fill(&builder);
    make_room(&builder);
    out->proof = targets_proof(&builder.targets);
    return !builder.full && shortcuts_build(out, image, arena, &shortcuts) &&
           blob_finish(&out->blob, shortcuts_find, &shortcuts);
}

bool
plan_watch(const struct image *image, const struct plan_entry *entry,
           struct arena *arena, struct plan *out)
{
    struct plan_request request = { .image = image, .entries = entry };
    struct builder builder = { .request = &request, .plan = out };
    size_t count = eh_frame_count(&image->frames);
    struct eh_function function;

    memset(out, 0, sizeof *out);
    for (size_t i = 0; i < count; i++) {
        if (usable(image, i, &function) &&
            function.start - image->bias == entry->address) {
            size_t size = function.end - function.start;

            if (!builder_reserve(&builder, arena, size, size)) {
                return false;
            }
            if (!targets_reserve(&builder.targets, arena, entry->address,
                                 entry->address + size) ||
                !builder_decode(&builder, entry->address,
                                entry->address + size)) {
                return false;
            }
            /* Only its own branches can lead into its first instructions. */
            targets_add_function(&builder.targets, &builder.function);
            blob_begin(&out->blob);
            group_add_entry(&builder, entry);
            out->proof = targets_proof(&builder.targets);
            return out->edit_count == 1 && !builder.full &&
                   blob_finish(&out->blob, NULL, NULL);
        }
    }
    return false;
}
