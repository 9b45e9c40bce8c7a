#include "patch/plan.h"

#include "patch/targets.h"

#include <reftally/ledger_format.h>
#include <string.h>

enum {
    JUMP_BYTES = 5,
    SHORT_JUMP_BYTES = 2,
    SHORT_REACH = 127,
    GROUP_SITES_MAX = 8,
    BIRTH_SLOTS_MAX = 16,
    HOLES_LOOKED_BACK = 4096,
    LINKS_FIRST = 64,
    LINK_BYTES = 32, /* of code for a link between parts of functions */
    LINK_ROUNDS = 3, /* there, back, and there again */
};

struct hole {
    uint64_t address;
    bool used;
};

/* A group too short for a jump that waits for a hole near by. */
struct waiting {
    uint64_t address;
    uint32_t stub;
    uint16_t length;
    uint32_t first_site, site_count;
};

struct builder {
    const struct plan_request *request;
    struct targets targets;
    struct plan *plan;
    struct birth_mark mark;
    uint64_t slots[BIRTH_SLOTS_MAX];

    /* the function at hand */
    struct function function;
    struct flow_links links; /* between parts of functions */
    struct flow_state *flow;
    struct site *found;
    uint8_t *taken; /* instruction belongs to a group */
    bool red_zone;

    struct hole *holes;
    size_t hole_count, hole_capacity;
    struct waiting *waiting;
    size_t waiting_first, waiting_count;
    size_t site_capacity;
    bool full;
};

static const uint8_t *
bytes_at(const struct builder *builder, uint64_t address)
{
    return (const uint8_t *)(uintptr_t)(address +
                                        builder->request->image->bias);
}

/* ---- holes: bytes that nobody executes any more, or never did ---- */

static void
add_hole(struct builder *builder, uint64_t start, uint64_t end)
{
    for (; start + JUMP_BYTES <= end; start += JUMP_BYTES) {
        if (builder->hole_count < builder->hole_capacity) {
            builder->holes[builder->hole_count++].address = start;
        }
    }
}

static bool
ends_flow(const struct instruction *instruction)
{
    return instruction->flow == FLOW_JUMP ||
           instruction->flow == FLOW_JUMP_INDIRECT ||
           instruction->flow == FLOW_RETURN;
}

/* Padding behind an unconditional transfer that nothing jumps to. */
static void
find_padding(struct builder *builder)
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

            add_hole(builder, start, last->address + last->length);
        }
    }
}

/* Padding between two functions. */
static void
find_gap(struct builder *builder, uint64_t start, uint64_t end)
{
    uint64_t at = start;

    if (end - start > 64) {
        return;
    }
    while (at < end) {
        struct instruction instruction;

        if (targets_have(&builder->targets, at) ||
            !decode_instruction(bytes_at(builder, at), end - at, at,
                                &instruction) ||
            (instruction.form != FORM_NOP && *bytes_at(builder, at) != 0xcc)) {
            return;
        }
        at += instruction.length;
    }
    add_hole(builder, start, end);
}

/* ---- edits ---- */

static void
add_edit(struct builder *builder, uint64_t address, uint16_t length,
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
    memcpy(edit->original, bytes_at(builder, address), length);
}

/* ---- groups ---- */

struct group {
    size_t first, last; /* instructions, both included */
    uint64_t start, end;
};

static struct group
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

static uint64_t
group_bytes(struct group group)
{
    return group.end - group.start;
}

static bool
is_target(const struct builder *builder, size_t index)
{
    return targets_have(&builder->targets,
                        builder->function.instructions[index].address);
}

/* Whether instruction `index` may be executed at another place, behind others. */
static bool
can_follow(const struct builder *builder, size_t index)
{
    return index < builder->function.count && !builder->taken[index] &&
           builder->function.instructions[index].movable &&
           !is_target(builder, index);
}

static bool
falls_through(const struct instruction *instruction)
{
    return instruction->flow == FLOW_NEXT || instruction->flow == FLOW_BRANCH;
}

static struct group
extend_forward(const struct builder *builder, struct group group)
{
    while (group_bytes(group) < JUMP_BYTES &&
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
           !is_target(builder, group.first) &&
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
                   is_target(builder, group.last + 1)
               ? LEDGER_LEAVE_TARGET
               : LEDGER_LEAVE_NO_ROOM;
}

/*
 * Makes the group of found[at], with all sites that come to lie in it; returns
 * how many sites it took.
 */
static size_t
add_group(struct builder *builder, size_t at, size_t found_count)
{
    struct function *function = &builder->function;
    struct stub_site sites[GROUP_SITES_MAX];
    size_t count = 0;
    size_t site_index = builder->found[at].index;
    struct group alone = group_of(builder, site_index, site_index);
    struct group forward = extend_forward(builder, alone);
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
    stub = stub_emit(&builder->plan->blob, function, group.first, group.last,
                     sites, count, builder->request->filter, builder->red_zone,
                     &leave);
    if (stub == 0) {
        builder->full = builder->full || leave == STUB_FULL;
        leave_sites(builder, first_site, (uint32_t)count, leave_of(leave));
        return count;
    }
    for (size_t i = group.first; i <= group.last; i++) {
        builder->taken[i] = 1;
    }
    if (enough) {
        add_edit(builder, group.start, (uint16_t)group_bytes(group), stub, 0);
        add_hole(builder, group.start + JUMP_BYTES, group.end);
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

static void
add_entry(struct builder *builder, const struct plan_entry *entry)
{
    struct function inner = builder->function;
    size_t first = entry_index(&inner);
    struct group group =
        extend_forward(builder, group_of(builder, first, first));
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
    add_edit(builder, group.start, (uint16_t)group_bytes(group), stub, 0);
    add_hole(builder, group.start + JUMP_BYTES, group.end);
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
    add_edit(builder, hole->address, JUMP_BYTES, group->stub, 0);
    add_edit(builder, group->address, group->length, 0,
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
        while (group_bytes(donor) < 2 * JUMP_BYTES &&
               falls_through(&function->instructions[donor.last]) &&
               can_follow(builder, donor.last + 1)) {
            donor = group_of(builder, i, donor.last + 1);
        }
        if (group_bytes(donor) < 2 * JUMP_BYTES) {
            continue;
        }
        stub =
            stub_emit(&builder->plan->blob, function, donor.first, donor.last,
                      NULL, 0, builder->request->filter, false, &leave);
        if (stub == 0) {
            continue;
        }
        for (size_t j = donor.first; j <= donor.last; j++) {
            builder->taken[j] = 1;
        }
        add_edit(builder, donor.start, (uint16_t)group_bytes(donor), stub, 0);
        add_hole(builder, donor.start + JUMP_BYTES, donor.end);
        return find_hole_behind(builder, group);
    }
    return false;
}

/* Serves the groups that this function has left without room. */
static void
serve_waiting(struct builder *builder)
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

/* What is left takes holes that were found later. */
static void
fill_holes(struct builder *builder)
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

static bool
decode(struct builder *builder, uint64_t start, uint64_t end)
{
    struct function *function = &builder->function;

    function->address = start;
    function->size_bytes = end - start;
    function->bytes = bytes_at(builder, start);
    function_decode(function);
    return function->count > 0;
}

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

    if (!decode(builder, start, end)) {
        return;
    }
    memset(builder->taken, 0, function->count);
    count = sites_find(function, &context, builder->flow, builder->found);
    builder->red_zone = function_uses_red_zone(function);
    for (unsigned i = 0; i < builder->request->entry_count; i++) {
        if (builder->request->entries[i].address == start) {
            add_entry(builder, &builder->request->entries[i]);
        }
    }
    for (size_t i = 0; i < count && !builder->full;) {
        i += add_group(builder, i, count);
    }
    find_padding(builder);
    serve_waiting(builder);
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
reserve_blob(struct blob *blob, struct arena *arena, size_t code_bytes)
{
    size_t relocations = code_bytes / 4 + 1024;
    size_t bytes = relocations * sizeof(uint32_t);

    blob->capacity = (uint32_t)(2 * code_bytes + (1u << 20));
    blob->reloc_capacity = (uint32_t)relocations;
    blob->bytes = arena_add(arena, blob->capacity);
    blob->near = arena_add(arena, bytes);
    blob->sites = arena_add(arena, bytes);
    blob->cross = arena_add(arena, bytes);
    return blob->bytes != NULL && blob->near != NULL && blob->sites != NULL &&
           blob->cross != NULL;
}

static bool
reserve(struct builder *builder, struct arena *arena, size_t code_bytes,
        size_t longest)
{
    struct plan *plan = builder->plan;
    size_t sites = code_bytes / 16 + 64;

    builder->site_capacity = sites;
    plan->blob.cold = &plan->cold;
    builder->hole_capacity = code_bytes / 8 + 64;
    /* At most a short jump, its hole, and a donor that made the hole. */
    plan->edits = arena_add(arena, 3 * sites * sizeof *plan->edits);
    plan->sites = arena_add(arena, sites * sizeof *plan->sites);
    builder->holes =
        arena_add(arena, builder->hole_capacity * sizeof *builder->holes);
    builder->waiting = arena_add(arena, sites * sizeof *builder->waiting);
    builder->function.instructions =
        arena_add(arena, longest * sizeof *builder->function.instructions);
    builder->function.index_at =
        arena_add(arena, longest * sizeof *builder->function.index_at);
    builder->flow = arena_add(arena, longest * sizeof *builder->flow);
    builder->links.mask = LINKS_FIRST - 1;
    while (builder->links.mask < code_bytes / LINK_BYTES) {
        builder->links.mask = 2 * builder->links.mask + 1;
    }
    builder->links.at =
        arena_add(arena, (builder->links.mask + 1) * sizeof *builder->links.at);
    builder->found = arena_add(arena, longest * sizeof *builder->found);
    builder->taken = arena_add(arena, longest);
    return plan->edits != NULL && plan->sites != NULL &&
           reserve_blob(&plan->blob, arena, code_bytes) &&
           reserve_blob(&plan->cold, arena, code_bytes) &&
           builder->holes != NULL && builder->waiting != NULL &&
           builder->function.instructions != NULL &&
           builder->function.index_at != NULL && builder->flow != NULL &&
           builder->links.at != NULL && builder->found != NULL &&
           builder->taken != NULL;
}

static bool
usable(const struct image *image, size_t i, struct eh_function *function)
{
    return eh_frame_function(&image->frames, i, function) &&
           image_has_code(image, function->start) &&
           image_has_code(image, function->end - 1);
}

/* Whether something in it jumps out of it. */
static bool
leaves(const struct function *function)
{
    for (size_t i = 0; i < function->count; i++) {
        const struct instruction *instruction = &function->instructions[i];

        if ((instruction->flow == FLOW_BRANCH ||
             instruction->flow == FLOW_JUMP) &&
            function_find(function, instruction->target) == NULL) {
            return true;
        }
    }
    return false;
}

/* What holds at the jumps between parts of functions. */
static void
link_functions(struct builder *builder)
{
    const struct image *image = builder->request->image;
    struct flow_context context = context_of(builder);
    size_t count = eh_frame_count(&image->frames);
    bool learned = true;

    for (unsigned round = 0; learned && round < LINK_ROUNDS; round++) {
        learned = false;
        for (size_t i = 0; i < count; i++) {
            struct eh_function function;
            struct flow_spills spills;

            if (usable(image, i, &function) &&
                decode(builder, function.start - image->bias,
                       function.end - image->bias) &&
                leaves(&builder->function)) {
                learned |= flow_solve(&builder->function, &context,
                                      builder->flow, &spills);
            }
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
    struct eh_function function;
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
    if (code_bytes == 0 || code_bytes > UINT32_MAX / 4 ||
        !reserve(&builder, arena, code_bytes, longest) ||
        !targets_build(image, arena, &builder.targets)) {
        return false;
    }
    find_slots(&builder);
    link_functions(&builder);
    stub_begin_blob(&out->blob);
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
            find_gap(&builder, previous_end, start);
        }
        plan_function(&builder, start, end);
        previous_end = end;
    }
    fill_holes(&builder);
    return !builder.full && stub_finish_blob(&out->blob);
}

/* Only the function's own branches can lead into its first instructions. */
static void
mark_own_targets(struct builder *builder)
{
    const struct function *function = &builder->function;
    struct targets *targets = &builder->targets;

    for (size_t i = 0; i < function->count; i++) {
        uint64_t offset = function->instructions[i].target - targets->start;

        if (function->instructions[i].branch_bytes != 0 &&
            offset < function->size_bytes) {
            targets->bits[offset / 8] |= (uint8_t)(1u << (offset % 8));
        }
    }
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

            if (!reserve(&builder, arena, size, size)) {
                return false;
            }
            builder.targets.start = entry->address;
            builder.targets.end = entry->address + size;
            builder.targets.bits = arena_add(arena, size / 8 + 1);
            builder.function.address = entry->address;
            builder.function.size_bytes = size;
            builder.function.bytes = bytes_at(&builder, entry->address);
            if (builder.targets.bits == NULL) {
                return false;
            }
            function_decode(&builder.function);
            mark_own_targets(&builder);
            stub_begin_blob(&out->blob);
            if (builder.function.count > 0) {
                add_entry(&builder, entry);
            }
            return out->edit_count == 1 && !builder.full &&
                   stub_finish_blob(&out->blob);
        }
    }
    return false;
}
