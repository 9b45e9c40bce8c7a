#include "patch/hole.h"

#include "patch/group.h"

#include <reftally/ledger_format.h>

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
               !builder->taken[j] &&
               !targets_have(&builder->targets,
                             function->instructions[j].address)) {
            builder->taken[j] = 1; /* no donor: it is a hole already */
            j++;
        }
        if (j > i + 1) {
            const struct instruction *last = &function->instructions[j - 1];

            builder_add_hole(builder, start, last->address + last->length);
        }
    }
}

/* Padding between two functions. */
void
hole_find_gap(struct builder *builder, uint64_t start, uint64_t end)
{
    uint64_t at = start;

    if (end - start > 64) {
        return;
    }
    while (at < end) {
        struct instruction instruction;

        if (targets_have(&builder->targets, at) ||
            !decode_instruction(builder_bytes_at(builder, at), end - at, at,
                                &instruction) ||
            (instruction.form != FORM_NOP &&
             *builder_bytes_at(builder, at) != 0xcc)) {
            return;
        }
        at += instruction.length;
    }
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
        enum stub_leave leave;
        uint32_t stub;

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
        stub = stub_emit(&builder->plan->blob, &builder->code, donor.first,
                         donor.last, NULL, 0, &leave);
        if (stub == 0) {
            continue;
        }
        for (size_t j = donor.first; j <= donor.last; j++) {
            builder->taken[j] = 1;
        }
        builder_add_edit(builder, donor.start, (uint16_t)group_bytes(donor),
                         stub, 0);
        builder_add_hole(builder, donor.start + JUMP_BYTES, donor.end);
        return find_hole_behind(builder, group);
    }
    return false;
}

void
hole_serve_waiting(struct builder *builder)
{
    size_t kept = builder->waiting_first;

    for (size_t i = builder->waiting_first; i < builder->waiting_count; i++) {
        struct waiting group = builder->waiting[i];

        if (!find_hole_behind(builder, &group) && !make_hole(builder, &group)) {
            builder->waiting[kept++] = group; /* the next function may help */
        }
    }
    builder->waiting_count = kept;
    builder->waiting_first = kept;
}

void
hole_fill(struct builder *builder)
{
    for (size_t i = 0; i < builder->waiting_count; i++) {
        for (size_t j = 0; j < builder->hole_count; j++) {
            if (!builder->holes[j].used &&
                reaches(&builder->waiting[i], builder->holes[j].address)) {
                use_hole(builder, &builder->waiting[i], &builder->holes[j]);
                break;
            }
        }
    }
}
