#include "arch/overwriting.h"

#include "arch/x86_64/aims.h"
#include "arch/x86_64/conditions.h"

enum {
    SEEN_BITS = 13,
    SEEN_MAX = 1 << SEEN_BITS,
    PENDING_MAX = 512,
    TAKEN_MAX = 3, /* so many, or more */
};

enum tested {
    TESTED_NOTHING,
    TESTED_VALUE, /* the flags tell whether the slot is empty */
};

struct path {
    uint64_t address; /* 0: empty */
    uint16_t holds;   /* registers that have what the slot holds */
    uint8_t tested;   /* enum tested */
    uint8_t taken;    /* references that the code took to that, for itself */
};

struct walker {
    struct numbering numbering;
    struct aim aim;
    struct overwriting *found;
    size_t found_count, room;
    struct path seen[SEEN_MAX];
    size_t seen_count;
    struct path pending[PENDING_MAX];
    size_t pending_count;
    bool full;
};

/* Is it the word that is being looked at? */
static bool
is_aim(const struct walker *walker, const struct numbering_state *state,
       const struct instruction *instruction)
{
    struct handing_slot slot;

    return handing_slot_of(instruction, &slot) &&
           !aims_is_stack(&walker->numbering, instruction) &&
           slot.fixed == walker->aim.slot->fixed &&
           slot.where == walker->aim.slot->where &&
           (slot.fixed ||
            state->values[instruction->memory.base] == walker->aim.base);
}

static uint16_t
bit(uint8_t number)
{
    return number < REGISTER_COUNT ? (uint16_t)(1u << number) : 0;
}

static void
walk_later(struct walker *walker, struct path path, uint64_t address)
{
    path.address = address;
    path.tested = TESTED_NOTHING;
    if (walker->pending_count == PENDING_MAX) {
        walker->full = true;
        return;
    }
    walker->pending[walker->pending_count++] = path;
}

static bool
is_new(struct walker *walker, const struct path *path)
{
    uint64_t hash =
        (path->address ^ (uint64_t)path->holds << 40 ^
         (uint64_t)path->tested << 56 ^ (uint64_t)path->taken << 60) *
        0x9e3779b97f4a7c15u;
    size_t at = hash >> (64 - SEEN_BITS);

    for (; walker->seen[at].address != 0; at = (at + 1) & (SEEN_MAX - 1)) {
        const struct path *other = &walker->seen[at];

        if (other->address == path->address && other->holds == path->holds &&
            other->tested == path->tested && other->taken == path->taken) {
            return false;
        }
    }
    if (walker->seen_count >= SEEN_MAX / 2) {
        walker->full = true;
        return false;
    }
    walker->seen[at] = *path;
    walker->seen_count++;
    return true;
}

static uint8_t
what_is_tested(const struct walker *walker, const struct numbering_state *state,
               const struct instruction *instruction, const struct path *path)
{
    bool whole = instruction->width == 8;

    if (whole && instruction->asked != REGISTER_NONE &&
        instruction->asked_bits == 0) {
        return (path->holds & bit(instruction->asked)) != 0 ? TESTED_VALUE
                                                            : TESTED_NOTHING;
    }
    return whole && instruction->form == FORM_TEST &&
                   is_aim(walker, state, instruction)
               ? TESTED_VALUE
               : TESTED_NOTHING;
}

/* Is it one more, or one less, of something? Then it is a count. */
static int
adjusted_by(const struct walker *walker, const struct numbering_state *state,
            const struct instruction *store)
{
    uint32_t stored;
    struct instruction made;

    if (store->form == FORM_ADD_IMMEDIATE) {
        return store->amount;
    }
    if (store->form != FORM_STORE_REGISTER) {
        return 0;
    }
    stored = state->values[store->register_];
    return stored % NUMBERING_KINDS >= NUMBERING_WRITTEN &&
                   stored % NUMBERING_KINDS < NUMBERING_OVERWRITTEN &&
                   aims_decode(&walker->numbering,
                               walker->numbering.code->address +
                                   stored / NUMBERING_KINDS,
                               &made) &&
                   made.form == FORM_ADJUST
               ? made.amount
               : 0;
}

/* By how much it changes the count of what was loaded; 0: by nothing. */
static int
counted(const struct walker *walker, const struct numbering_state *state,
        const struct instruction *instruction, const struct path *path)
{
    return (instruction->form == FORM_ADD_IMMEDIATE ||
            instruction->form == FORM_STORE_REGISTER) &&
                   decode_is_plain(instruction) &&
                   (path->holds & bit(instruction->memory.base)) != 0
               ? adjusted_by(walker, state, instruction)
               : 0;
}

/* Does what was loaded go somewhere where others may release it? */
static bool
is_put_away(const struct instruction *instruction, const struct path *path)
{
    uint16_t base = instruction->has_memory ? bit(instruction->memory.base) : 0;

    switch (instruction->form) {
    case FORM_STORE_REGISTER:
        return (path->holds & bit(instruction->register_)) != 0;
    case FORM_OTHER:
    case FORM_COMBINE:
        return (instruction->reads & path->holds & ~(uint32_t)base) != 0 &&
               (instruction->writes & RESOURCE_FLAGS) == 0;
    case FORM_SELECT:
        return (instruction->reads & path->holds) != 0;
    default:
        return false;
    }
}

/* False: what it is given may be released there, or it does not return. */
static bool
goes_past_call(const struct walker *walker,
               const struct instruction *instruction, struct path *path)
{
    const struct handing_code *code = walker->numbering.code;
    const struct handing_call call = {
        .address = instruction->address,
        .target = instruction->target,
        .arguments = path->holds & REGISTERS_ARGUMENTS,
        .slot = instruction->flow == FLOW_CALL_INDIRECT,
    };
    enum handing_callee callee =
        call.slot && instruction->memory.base != REGISTER_RIP
            ? HANDING_BORROWS
            : code->callee(code->context, &call);

    path->holds &= (uint16_t)~REGISTERS_CALL_CHANGES;
    path->tested = TESTED_NOTHING;
    return callee != HANDING_STOPS &&
           (call.arguments == 0 || callee == HANDING_BORROWS);
}

static void
note(struct walker *walker, const struct instruction *instruction,
     const struct path *path)
{
    struct overwriting one = {
        .store = instruction->address,
        .end = instruction->address + instruction->length,
        .slot = walker->aim.number,
        .holds = path->holds,
    };

    if (walker->aim.doubtful && path->holds == 0) {
        return;
    }
    for (size_t i = 0; i < walker->found_count; i++) {
        if (walker->found[i].store == one.store &&
            walker->found[i].slot == one.slot &&
            walker->found[i].holds == one.holds) {
            return;
        }
    }
    if (walker->found_count < walker->room) {
        walker->found[walker->found_count++] = one;
    }
}

/* The side of a branch on which the slot is empty needs no more looking at. */
static bool
step_branch(struct walker *walker, const struct instruction *instruction,
            const struct path *path)
{
    uint8_t empty =
        path->tested == TESTED_VALUE ? CONDITION_ZERO : CONDITION_NONE;

    if (instruction->condition != empty) {
        walk_later(walker, *path, instruction->target);
    }
    return (instruction->condition ^ 1) != empty;
}

/* False: it gives back a reference that it may not have taken: the slot's. */
static bool
step_count(struct path *path, int by)
{
    if (by < 0 && (path->taken == 0 || path->taken == TAKEN_MAX)) {
        return false;
    }
    if (by != 0 && path->taken < TAKEN_MAX) {
        path->taken = (uint8_t)(path->taken + (by > 0 ? 1 : -1));
    }
    return true;
}

/* False: the path ends here. */
static bool
step(struct walker *walker, const struct numbering_state *state,
     const struct instruction *instruction, struct path *path)
{
    bool aim = is_aim(walker, state, instruction);

    if (aim && aims_is_store(instruction)) {
        if (adjusted_by(walker, state, instruction) == 0) {
            note(walker, instruction, path);
        }
        return false;
    }
    if (!step_count(path, counted(walker, state, instruction, path)) ||
        is_put_away(instruction, path)) {
        return false;
    }
    if ((instruction->writes & RESOURCE_FLAGS) != 0) {
        path->tested = what_is_tested(walker, state, instruction, path);
    }
    if (aim && instruction->form == FORM_LOAD && instruction->width == 8) {
        path->holds = bit(instruction->register_);
        path->taken = 0;
    }
    else if (instruction->form == FORM_MOVE && instruction->width == 8 &&
             (path->holds & bit(instruction->source)) != 0) {
        path->holds |= bit(instruction->register_);
    }
    else {
        path->holds &= (uint16_t)~instruction->touches;
    }
    return true;
}

static void
walk(struct walker *walker, struct path path)
{
    const struct handing_code *code = walker->numbering.code;

    for (;;) {
        const struct numbering_state *state =
            numbering_at(&walker->numbering, path.address);
        struct instruction instruction;

        if (state->address != path.address || !is_new(walker, &path) ||
            !aims_decode(&walker->numbering, path.address, &instruction)) {
            return;
        }
        switch (instruction.flow) {
        case FLOW_BRANCH:
            if (!step_branch(walker, &instruction, &path)) {
                return;
            }
            break;
        case FLOW_JUMP:
            if (!code->inside(code->context, instruction.target)) {
                return;
            }
            path.address = instruction.target;
            continue;
        case FLOW_CALL:
        case FLOW_CALL_INDIRECT:
            if (!goes_past_call(walker, &instruction, &path)) {
                return;
            }
            break;
        case FLOW_NEXT:
            if (!step(walker, state, &instruction, &path)) {
                return;
            }
            break;
        default:
            return;
        }
        path.address += instruction.length;
    }
}

static void
walk_to_stores(struct walker *walker, uint64_t start)
{
    for (size_t i = 0; i < SEEN_MAX; i++) {
        walker->seen[i].address = 0;
    }
    walker->seen_count = walker->pending_count = 0;
    walk(walker, (struct path){ .address = start });
    while (walker->pending_count > 0) {
        walk(walker, walker->pending[--walker->pending_count]);
    }
}

size_t
overwriting_find(const struct handing_code *code, uint64_t entry,
                 handing_makes *makes, const struct handing_slot *slots,
                 size_t slot_count, struct handing_memory *memory,
                 struct overwriting *found, size_t room)
{
    struct walker *walker = (struct walker *)memory;
    struct aim aims[AIMS_MAX];
    size_t count;

    _Static_assert(sizeof *walker <= sizeof *memory, "");
    if (!numbering_run(&walker->numbering, code, entry)) {
        return 0;
    }
    walker->found = found;
    walker->room = room;
    walker->found_count = 0;
    walker->full = false;
    count =
        aims_find(&walker->numbering, makes, entry, slots, slot_count, aims);
    for (size_t i = 0; i < count; i++) {
        walker->aim = aims[i];
        walk_to_stores(walker, aims[i].start);
    }
    return walker->full ? 0 : walker->found_count;
}
