#include "patch/hole.h"

#include "patch/group.h"

#include <reftally/ledger_format.h>
#include <string.h>

enum {
    SHORT_REACH = 127,
    HOLES_LOOKED_BACK = 4096,
};

static bool
ends_flow(const struct instruction *instruction)
{
    return instruction->flow == FLOW_JUMP ||
           instruction->flow == FLOW_JUMP_INDIRECT ||
           instruction->flow == FLOW_RETURN;
}

/* Padding behind an unconditional transfer that nothing jumps to. */
void
hole_find_padding(struct builder *builder)
{
    const struct function *function = &builder->function;

    for (size_t i = 0; i + 1 < function->count; i++) {
        size_t j = i + 1;
        uint64_t start = function->instructions[j].address;

        if (!ends_flow(&function->instructions[i])) {
            continue;
        }
        while (j < function->count &&
               function->instructions[j].form == FORM_NOP &&
               !builder->taken[j] && function->instructions[j].movable &&
               !targets_have(&builder->targets,
                             function->instructions[j].address)) {
            builder->taken[j] = 1; /* no donor: it is a hole already */
            j++;
        }
        if (j > i + 1) {
            const struct instruction *last = &function->instructions[j - 1];

            targets_add_unused(&builder->targets, start,
                               last->address + last->length);
            builder_add_hole(builder, start, last->address + last->length);
        }
    }
}

/* Padding between two functions. */
void
hole_find_gap(struct builder *builder, uint64_t start, uint64_t end)
{
    const struct image *image = builder->request->image;
    uint64_t at = start;

    if (end - start > 64 ||
        image_is_changed(image, start + image->bias, end - start)) {
        return;
    }
    while (at < end) {
        struct instruction instruction;

        if (targets_have(&builder->targets, at) ||
            !decode_instruction(builder_bytes_at(builder, at), end - at, at,
                                &instruction) ||
            (instruction.form != FORM_NOP &&
             *builder_bytes_at(builder, at) != 0xcc) ||
            targets_cut(&builder->targets, at, instruction.length)) {
            return;
        }
        at += instruction.length;
    }
    targets_add_unused(&builder->targets, start, end);
    builder_add_hole(builder, start, end);
}

static bool
reaches(const struct waiting *group, uint64_t hole)
{
    uint64_t from = group->address + SHORT_JUMP_BYTES;

    return hole + SHORT_REACH >= from && hole <= from + SHORT_REACH;
}

static void
use_hole(struct builder *builder, const struct waiting *group,
         struct hole *hole)
{
    hole->used = true;
    builder_add_edit(builder, hole->address, JUMP_BYTES, group->stub, 0);
    builder_add_edit(builder, group->address, group->length, 0,
                     (int16_t)(int64_t)(hole->address - group->address));
    for (uint32_t k = 0; k < group->site_count; k++) {
        struct plan_site *site = &builder->plan->sites[group->first_site + k];

        site->tactic = k == 0 ? TACTIC_HOLE : TACTIC_INSIDE;
        site->leave = LEDGER_LEAVE_NOTHING;
    }
}

/* Holes found so far; they come nearly in address order, so look back. */
static bool
find_hole_behind(struct builder *builder, const struct waiting *group)
{
    for (size_t i = builder->hole_count; i > 0; i--) {
        struct hole *hole = &builder->holes[i - 1];

        if (builder->hole_count - i > HOLES_LOOKED_BACK) {
            return false;
        }
        if (!hole->used && reaches(group, hole->address)) {
            use_hole(builder, group, hole);
            return true;
        }
    }
    return false;
}

/*
 * Where there is no hole, one is made: instructions near by that have nothing
 * to do with counts are moved, and leave more room than their jump needs.
 */
static bool
make_hole(struct builder *builder, const struct waiting *group)
{
    const struct function *function = &builder->function;

    for (size_t i = 0; i < function->count; i++) {
        struct group donor = group_of(builder, i, i);
        struct trace trace;

        if (!reaches(group, donor.start + JUMP_BYTES)) {
            if (donor.start > group->address) {
                return false;
            }
            continue;
        }
        if (builder->taken[i] || !function->instructions[i].movable) {
            continue;
        }
        donor = group_extend(builder, donor, 2 * JUMP_BYTES);
        if (group_bytes(donor) < 2 * JUMP_BYTES) {
            continue;
        }
        trace.count = 0;
        for (size_t j = donor.first; j <= donor.last; j++) {
            trace.steps[trace.count++] = (struct step){ .index = (uint32_t)j };
        }
        if (stub_emit(&builder->plan->blob, &builder->code, &trace, NULL, 0) !=
            STUB_FINE) {
            continue;
        }
        for (size_t j = donor.first; j <= donor.last; j++) {
            builder->taken[j] = 1;
        }
        builder_add_edit(builder, donor.start, (uint16_t)group_bytes(donor),
                         trace.steps[0].stub, 0);
        builder_add_hole(builder, donor.start + JUMP_BYTES, donor.end);
        return find_hole_behind(builder, group);
    }
    return false;
}

/* Tries to serve each group from number `first` on; the rest goes on waiting. */
static void
serve(struct builder *builder, size_t first,
      bool (*find)(struct builder *builder, const struct waiting *group))
{
    size_t kept = first;

    for (size_t i = first; i < builder->waiting_count; i++) {
        struct waiting group = builder->waiting[i];

        if (!find(builder, &group)) {
            builder->waiting[kept++] = group;
        }
    }
    builder->waiting_count = kept;
}

static bool
find_or_make(struct builder *builder, const struct waiting *group)
{
    return find_hole_behind(builder, group) || make_hole(builder, group);
}

void
hole_serve_waiting(struct builder *builder)
{
    serve(builder, builder->waiting_first, find_or_make);
    builder->waiting_first = builder->waiting_count;
}

static bool
find_hole(struct builder *builder, const struct waiting *group)
{
    for (size_t j = 0; j < builder->hole_count; j++) {
        if (!builder->holes[j].used &&
            reaches(group, builder->holes[j].address)) {
            use_hole(builder, group, &builder->holes[j]);
            return true;
        }
    }
    return false;
}

void
hole_fill(struct builder *builder)
{
    serve(builder, 0, find_hole);
}

bool
hole_is_wanted(const struct builder *builder, uint64_t start, uint64_t end)
{
    for (size_t i = 0; i < builder->waiting_count; i++) {
        uint64_t address = builder->waiting[i].address;

        if (address < end + SHORT_REACH && start < address + SHORT_REACH) {
            return true;
        }
    }
    return false;
}

/* Instructions from start to end have been replaced, or are a hole. */
static void
take(struct builder *builder, uint64_t start, uint64_t end)
{
    const struct function *function = &builder->function;

    for (size_t i = 0; i < function->count; i++) {
        const struct instruction *instruction = &function->instructions[i];

        if (instruction->address < end &&
            start < instruction->address + instruction->length) {
            builder->taken[i] = 1;
        }
    }
}

void
hole_make_near(struct builder *builder)
{
    const struct function *function = &builder->function;
    const struct plan *plan = builder->plan;
    uint64_t start = function->address, end = start + function->size_bytes;

    memset(builder->taken, 0, function->count);
    for (uint32_t i = 0; i < plan->edit_count; i++) {
        uint64_t at = plan->edits[i].address;

        if (at < end && start < at + plan->edits[i].length) {
            take(builder, at, at + plan->edits[i].length);
        }
    }
    for (size_t i = 0; i < builder->hole_count; i++) {
        uint64_t at = builder->holes[i].address;

        if (at < end && start < at + JUMP_BYTES) {
            take(builder, at, at + JUMP_BYTES);
        }
    }
    for (size_t i = 0; i < builder->waiting_count; i++) {
        uint64_t at = builder->waiting[i].address;

        take(builder, at, at + builder->waiting[i].length);
    }
    builder->code.live = NULL; /* no site moves */
    builder->code.red_zone = function_uses_red_zone(function);
    serve(builder, 0, make_hole);
}
