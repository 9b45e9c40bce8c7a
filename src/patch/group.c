#include "patch/group.h"

#include "arch/landing.h"
#include "patch/course.h"

#include <reftally/ledger_format.h>
#include <string.h>

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

struct group
group_extend(const struct builder *builder, struct group group, uint64_t bytes)
{
    while (group_bytes(group) < bytes &&
           decode_goes_on(&builder->function.instructions[group.last]) &&
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
           decode_goes_on(&instructions[group.first - 1])) {
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
add_site(struct builder *builder, const struct site *site)
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

/* Decides which instructions move with found[at]; returns how many sites do. */
static size_t
decide(struct builder *builder, size_t at, size_t found_count)
{
    struct planned *planned = &builder->planned[builder->planned_count++];
    size_t site_index = builder->found[at].index;
    struct group alone = group_of(builder, site_index, site_index);
    struct group forward = group_extend(builder, alone, JUMP_BYTES);
    struct group group = group_bytes(forward) >= JUMP_BYTES
                             ? forward
                             : extend_backward(builder, forward);
    uint8_t tactic = group.first < site_index  ? TACTIC_BACKWARD
                     : group.last > site_index ? TACTIC_FORWARD
                                               : TACTIC_DIRECT;

    *planned = (struct planned){ .group = group, .at = at };
    if (group_bytes(group) < JUMP_BYTES) {
        planned->group = alone;
        planned->lacks = shortage(builder, alone);
        tactic = TACTIC_HOLE;
    }
    while (at + planned->count < found_count &&
           builder->found[at + planned->count].index <= planned->group.last) {
        builder->plan->sites[builder->first_site + at + planned->count].tactic =
            planned->count == 0 ? tactic : TACTIC_INSIDE;
        planned->count++;
    }
    planned->refused = builder->taken[site_index] ||
                       !builder->function.instructions[site_index].movable ||
                       group_bytes(group) > EDIT_BYTES_MAX ||
                       planned->count > STUB_SITES_MAX;
    for (size_t i = planned->group.first;
         !planned->refused && i <= planned->group.last; i++) {
        builder->taken[i] = 1;
    }
    return planned->count;
}

/* The stub of group number g, and of those that it goes on into. */
static void
emit(struct builder *builder, size_t g)
{
    struct blob *blob = &builder->plan->blob;
    struct course course;
    enum stub_leave leave;

    if (blob_has_plenty(blob)) {
        course_find(builder, g, &course);
    }
    else {
        course_alone(builder, g, &course);
    }
    leave = stub_emit(blob, &builder->code, &course.trace, course.sites,
                      course.site_count);
    if (leave != STUB_FINE && leave != STUB_FULL) {
        course_alone(builder, g, &course); /* others may be to blame */
        leave = stub_emit(blob, &builder->code, &course.trace, course.sites,
                          course.site_count);
    }
    builder->full = builder->full || leave == STUB_FULL;
    builder->planned[g].leave = leave_of(leave);
    if (leave == STUB_FINE) {
        course_take(builder, &course);
    }
}

static void
add_group(struct builder *builder, size_t g)
{
    const struct planned *planned = &builder->planned[g];
    const struct image *image = builder->request->image;
    struct group group = planned->group;
    uint32_t first_site = builder->first_site + (uint32_t)planned->at;

    if (planned->refused) {
        leave_sites(builder, first_site, planned->count,
                    image_is_changed(image, group.start + image->bias,
                                     group_bytes(group))
                        ? LEDGER_LEAVE_CHANGED
                        : LEDGER_LEAVE_NO_ROOM);
    }
    else if (planned->stub == 0) {
        leave_sites(builder, first_site, planned->count, planned->leave);
    }
    else if (planned->lacks == LEDGER_LEAVE_NOTHING) {
        builder_add_edit(builder, group.start, (uint16_t)group_bytes(group),
                         planned->stub, 0);
        builder_add_hole(builder, group.start + JUMP_BYTES, group.end);
    }
    else {
        leave_sites(builder, first_site, planned->count, planned->lacks);
        if (group_bytes(group) >= SHORT_JUMP_BYTES) {
            builder->waiting[builder->waiting_count++] =
                (struct waiting){ group.start, planned->stub,
                                  (uint16_t)group_bytes(group), first_site,
                                  planned->count };
        }
    }
}

void
group_add_sites(struct builder *builder, size_t found_count)
{
    builder->first_site = builder->plan->site_count;
    builder->found_count = found_count;
    builder->planned_count = 0;
    for (size_t i = 0; i < found_count; i++) {
        add_site(builder, &builder->found[i]);
    }
    for (size_t i = 0; i < found_count && !builder->full;) {
        i += decide(builder, i, found_count);
    }
    for (size_t g = 0; g < builder->planned_count && !builder->full; g++) {
        if (!builder->planned[g].refused && builder->planned[g].stub == 0) {
            emit(builder, g);
        }
    }
    for (size_t g = 0; g < builder->planned_count && !builder->full; g++) {
        add_group(builder, g);
    }
}

void
group_add_entry(struct builder *builder, const struct plan_entry *entry)
{
    struct function inner = builder->function;
    /* What marks it as a function must stay where it is. */
    size_t first = landing_bytes(inner.bytes, inner.size_bytes) > 0 ? 1 : 0;
    struct group group =
        group_extend(builder, group_of(builder, first, first), JUMP_BYTES);
    struct site site = {
        .index = (uint32_t)first,
        .operation = OPERATION_ENTRY,
        .amount = (int32_t)entry->role,
    };
    uint32_t number = add_site(builder, &site);
    enum stub_leave leave;
    uint32_t stub;

    if (builder->full) {
        return;
    }
    builder->plan->sites[number].tactic = TACTIC_FORWARD;
    inner.instructions += first;
    inner.count -= first;
    if (group_bytes(group) < JUMP_BYTES || !inner.instructions[0].movable ||
        builder->function.instructions[group.last].flow == FLOW_STOP) {
        leave_sites(builder, number, 1, shortage(builder, group));
        return;
    }
    stub = entry_stub_emit(&builder->plan->blob, &inner, group.last - first,
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
