#include "patch/group.h"

#include <reftally/ledger_format.h>
#include <string.h>

enum { GROUP_SITES_MAX = 8 };

struct group
group_of(const struct builder *builder, size_t first, size_t last)
{
    const struct instruction *instructions = builder->function.instructions;

    return (struct group){
        first,
        last,
        instructions[first].address,
        instructions[last].address + instructions[last].length,
    };
}

uint64_t
group_bytes(struct group group)
{
    return group.end - group.start;
}

/* Whether instruction `index` may be executed at another place, behind others. */
static bool
can_follow(const struct builder *builder, size_t index)
{
    return index < builder->function.count && !builder->taken[index] &&
           builder->function.instructions[index].movable &&
           !builder_is_target(builder, index);
}

static bool
falls_through(const struct instruction *instruction)
{
    return instruction->flow == FLOW_NEXT || instruction->flow == FLOW_BRANCH;
}

struct group
group_extend(const struct builder *builder, struct group group, uint64_t bytes)
{
    while (group_bytes(group) < bytes &&
           falls_through(&builder->function.instructions[group.last]) &&
           can_follow(builder, group.last + 1)) {
        group = group_of(builder, group.first, group.last + 1);
    }
    return group;
}

static struct group
extend_backward(const struct builder *builder, struct group group)
{
    const struct instruction *instructions = builder->function.instructions;

    while (group_bytes(group) < JUMP_BYTES && group.first > 0 &&
           !builder_is_target(builder, group.first) &&
           !builder->taken[group.first - 1] &&
           instructions[group.first - 1].movable &&
           falls_through(&instructions[group.first - 1])) {
        group = group_of(builder, group.first - 1, group.last);
    }
    return group;
}

static uint8_t
leave_of(enum stub_leave leave)
{
    return leave == STUB_NO_REGISTER ? LEDGER_LEAVE_NO_REGISTER
                                     : LEDGER_LEAVE_UNDECODABLE;
}

static uint32_t
add_site(struct builder *builder, const struct site *site, uint8_t tactic)
{
    const struct instruction *instruction =
        &builder->function.instructions[site->index];
    struct plan *plan = builder->plan;

    if (plan->site_count == builder->site_capacity) {
        builder->full = true;
        return 0;
    }
    plan->sites[plan->site_count] = (struct plan_site){
        .offset = (uint32_t)instruction->address,
        .operation = site->operation,
        .tactic = tactic,
        .width = site->width,
        .amount = site->amount,
    };
    return plan->site_count++;
}

static void
leave_sites(struct builder *builder, uint32_t first, uint32_t count,
            uint8_t reason)
{
    for (uint32_t i = first; i < first + count; i++) {
        builder->plan->sites[i].tactic = TACTIC_NONE;
        builder->plan->sites[i].leave = reason;
    }
}

/* Why a group could not be made long enough: what stands behind the site? */
static uint8_t
shortage(const struct builder *builder, struct group group)
{
    return group.last + 1 < builder->function.count &&
                   builder_is_target(builder, group.last + 1)
               ? LEDGER_LEAVE_TARGET
               : LEDGER_LEAVE_NO_ROOM;
}

size_t
group_add(struct builder *builder, size_t at, size_t found_count)
{
    struct stub_site sites[GROUP_SITES_MAX];
    size_t count = 0;
    size_t site_index = builder->found[at].index;
    struct group alone = group_of(builder, site_index, site_index);
    struct group forward = group_extend(builder, alone, JUMP_BYTES);
    struct group group = group_bytes(forward) >= JUMP_BYTES
                             ? forward
                             : extend_backward(builder, forward);
    uint8_t tactic = group.first < site_index  ? TACTIC_BACKWARD
                     : group.last > site_index ? TACTIC_FORWARD
                                               : TACTIC_DIRECT;
    bool enough = group_bytes(group) >= JUMP_BYTES;
    uint32_t first_site = builder->plan->site_count;
    enum stub_leave leave;
    uint32_t stub;

    if (!enough) {
        group = alone;
        tactic = TACTIC_HOLE;
    }
    while (at + count < found_count && count < GROUP_SITES_MAX &&
           builder->found[at + count].index <= group.last) {
        sites[count].site = builder->found[at + count];
        sites[count].number = add_site(builder, &sites[count].site,
                                       count == 0 ? tactic : TACTIC_INSIDE);
        count++;
    }
    if (builder->full) {
        return count;
    }
    if (builder->taken[site_index] || group_bytes(group) > EDIT_BYTES_MAX) {
        leave_sites(builder, first_site, (uint32_t)count, LEDGER_LEAVE_NO_ROOM);
        return count;
    }
    stub = stub_emit(&builder->plan->blob, &builder->code, group.first,
                     group.last, sites, count, &leave);
    if (stub == 0) {
        builder->full = builder->full || leave == STUB_FULL;
        leave_sites(builder, first_site, (uint32_t)count, leave_of(leave));
        return count;
    }
    for (size_t i = group.first; i <= group.last; i++) {
        builder->taken[i] = 1;
    }
    if (enough) {
        builder_add_edit(builder, group.start, (uint16_t)group_bytes(group),
                         stub, 0);
        builder_add_hole(builder, group.start + JUMP_BYTES, group.end);
    }
    else {
        leave_sites(builder, first_site, (uint32_t)count,
                    shortage(builder, group));
        if (group_bytes(group) >= SHORT_JUMP_BYTES) {
            builder->waiting[builder->waiting_count++] =
                (struct waiting){ group.start, stub,
                                  (uint16_t)group_bytes(group), first_site,
                                  (uint32_t)count };
        }
    }
    return count;
}

/* The instruction behind an endbr64, which must stay where it is. */
static size_t
entry_index(const struct function *function)
{
    static const uint8_t endbr64[] = { 0xf3, 0x0f, 0x1e, 0xfa };

    return function->size_bytes > 4 &&
                   memcmp(function->bytes, endbr64, sizeof endbr64) == 0
               ? 1
               : 0;
}

void
group_add_entry(struct builder *builder, const struct plan_entry *entry)
{
    struct function inner = builder->function;
    size_t first = entry_index(&inner);
    struct group group =
        group_extend(builder, group_of(builder, first, first), JUMP_BYTES);
    struct site site = {
        .index = (uint32_t)first,
        .operation = OPERATION_ENTRY,
        .amount = (int32_t)entry->role,
    };
    uint32_t number = add_site(builder, &site, TACTIC_FORWARD);
    enum stub_leave leave;
    uint32_t stub;

    inner.instructions += first;
    inner.count -= first;
    if (group_bytes(group) < JUMP_BYTES || !inner.instructions[0].movable) {
        leave_sites(builder, number, 1, shortage(builder, group));
        return;
    }
    stub = stub_emit_entry(&builder->plan->blob, &inner, group.last - first,
                           number, (enum stub_entry)entry->watch,
                           builder->request->filter, &leave);
    if (stub == 0) {
        builder->full = builder->full || leave == STUB_FULL;
        leave_sites(builder, number, 1, leave_of(leave));
        return;
    }
    for (size_t i = group.first; i <= group.last; i++) {
        builder->taken[i] = 1;
    }
    builder_add_edit(builder, group.start, (uint16_t)group_bytes(group), stub,
                     0);
    builder_add_hole(builder, group.start + JUMP_BYTES, group.end);
}
