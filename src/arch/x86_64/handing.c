#include "arch/handing.h"

#include "arch/decode.h"
#include "arch/x86_64/conditions.h"
#include "arch/x86_64/handing_call.h"
#include "arch/x86_64/handing_count.h"
#include "arch/x86_64/handing_facts.h"
#include "arch/x86_64/handing_note.h"
#include "arch/x86_64/handing_number.h"
#include "arch/x86_64/handing_parted.h"
#include "arch/x86_64/handing_path.h"
#include "arch/x86_64/handing_seen.h"
#include "arch/x86_64/handing_word.h"

enum {
    PENDING_MAX = 1024,
    ENDLESS = 5, /* releases: no path has one so often */
};

static const struct handing_facts NOTHING_KNOWN = { .asked = REGISTER_NONE };

struct follower {
    struct handing_scene scene;
    uint64_t through;
    bool owed;    /* one was, at the beginning */
    bool endless; /* some path gives it away again and again */
    struct handing_path pending[PENDING_MAX];
    size_t pending_count;
    struct handing_seen seen;
    uint64_t switched[HANDING_SWITCHED_MAX];
};

/* False: this was walked before, or there is no room left. */
static bool
is_new(struct follower *follower, const struct handing_path *path)
{
    enum handing_walked walked = handing_seen_add(&follower->seen, path);

    follower->scene.handing->unclear |= walked == HANDING_NO_ROOM;
    return walked == HANDING_NEW;
}

static void
walk_later(struct follower *follower, const struct handing_path *path,
           uint64_t address)
{
    if (follower->pending_count == PENDING_MAX) {
        follower->scene.handing->unclear = true;
        return;
    }
    follower->pending[follower->pending_count] = *path;
    follower->pending[follower->pending_count++].address = address;
}

/* Whoever writes to the register by which the home is found loses it. */
static void
leave_home(const struct handing_scene *scene,
           const struct instruction *instruction, struct handing_path *path)
{
    path->home =
        path->home && (instruction->touches &
                       handing_state_bit(scene->home.memory.base)) == 0;
}

/* A move on a condition: both ways. */
static void
step_select(struct follower *follower, const struct instruction *instruction,
            struct handing_path *path)
{
    struct handing_path other = *path;

    handing_state_forget(&other, instruction->touches);
    handing_facts_forget(&other.facts, instruction->touches);
    leave_home(&follower->scene, instruction, &other);
    other.holds |= (path->holds & handing_state_bit(instruction->source)) != 0
                       ? handing_state_bit(instruction->register_)
                       : 0;
    handing_count_copy(&other, instruction->register_, path,
                       instruction->source);
    walk_later(follower, &other, instruction->address + instruction->length);
}

/* The condition of the way that none of what is asked for takes. */
static uint8_t
way_excluded(enum handing_tested tested)
{
    switch (tested) {
    case TESTED_NOTHING:
    case TESTED_NAMED:
        return CONDITION_NONE;
    case TESTED_COUNT:
        return CONDITION_NEGATIVE;
    case TESTED_LIMIT:
        return CONDITION_ABOVE;
    case TESTED_BIT:
    case TESTED_SAME:
    case TESTED_EQUALS:
        return CONDITION_NOT_ZERO;
    default:
        return CONDITION_ZERO;
    }
}

/* Both ways, but not the one for NULL, for an immortal, or for no way at all. */
static bool
step_branch(struct follower *follower, const struct instruction *instruction,
            struct handing_path *path)
{
    uint8_t condition = instruction->condition;
    bool asks_zero = (condition & ~1) == CONDITION_ZERO;
    struct handing_path goes;
    uint64_t next = instruction->address + instruction->length;
    uint8_t excluded = way_excluded((enum handing_tested)path->tested);

    path->last.passed = instruction->address;
    handing_parted_pass(&follower->scene, path, instruction->address);
    follower->scene.handing->number |= handing_number_asked(instruction, path);
    if (path->vague) {
        follower->scene.handing->unclear = true;
        return false;
    }
    if (path->tested == TESTED_EQUALS && asks_zero) {
        path->equal = true;
        path->holds |= path->equals;
    }
    /* What is taken unless it is NULL always comes to where NULL does. */
    if (path->tested == TESTED_POINTER && asks_zero && path->balance > 0) {
        path->null = condition == excluded ? instruction->target : next;
    }
    goes = *path;
    if (asks_zero && path->tested == TESTED_NAMED) {
        (condition == CONDITION_ZERO ? &goes : path)->holds |= path->alike;
    }
    if (condition != excluded &&
        handing_facts_branch(&goes.facts, condition, true)) {
        walk_later(follower, &goes, instruction->target);
    }
    return (condition ^ 1) != excluded &&
           handing_facts_branch(&path->facts, condition, false);
}

/* All ways that a switch goes. */
static void
step_switch(struct follower *follower, const struct handing_path *path)
{
    const struct handing_code *code = follower->scene.code;
    size_t count =
        code->switched != NULL
            ? code->switched(code->context, path->address, follower->switched,
                             HANDING_SWITCHED_MAX)
            : 0;

    for (size_t i = 0; i < count; i++) {
        walk_later(follower, path, follower->switched[i]);
    }
    follower->scene.handing->unclear |= count == 0;
}

/* Do the flags tell of what a call returned what nobody can make of it? */
static bool
is_vague(const struct instruction *instruction,
         const struct handing_facts *facts)
{
    return instruction->asked == REGISTER_NONE &&
           (instruction->reads & (facts->zero[0] | facts->positive) &
            handing_state_bit(REGISTER_RAX)) != 0;
}

/* What the path does at an instruction; false: it does not go on behind it. */
static bool
step(struct follower *follower, const struct instruction *instruction,
     struct handing_path *path)
{
    const struct handing_code *code = follower->scene.code;
    const uint8_t *bytes = code->bytes + (path->address - code->address);

    switch (instruction->flow) {
    case FLOW_RETURN:
        handing_note_end(&follower->scene, path,
                         (path->holds & handing_state_bit(REGISTER_RAX)) != 0);
        return false;
    case FLOW_STOP:
        return false;
    case FLOW_JUMP_INDIRECT:
        step_switch(follower, path);
        return false;
    case FLOW_JUMP: /* to another function: what that returns is returned */
        if (handing_call_step(&follower->scene, instruction, path)) {
            path->last.ended = path->address;
            handing_note_end(&follower->scene, path, false);
        }
        return false;
    case FLOW_BRANCH:
        return step_branch(follower, instruction, path);
    case FLOW_CALL:
    case FLOW_CALL_INDIRECT:
        path->home = false;
        return handing_call_step(&follower->scene, instruction, path);
    default:
        path->unset &= (uint16_t)~instruction->touches;
        follower->scene.handing->number |=
            handing_number_used(instruction, path);
        if (instruction->form == FORM_SELECT) {
            step_select(follower, instruction, path);
        }
        handing_path_step(&follower->scene, instruction, bytes, path);
        if (follower->scene.cautious) {
            handing_path_push(&follower->scene, instruction, path);
        }
        if (follower->scene.filled &&
            (instruction->writes & RESOURCE_FLAGS) != 0) {
            path->vague = is_vague(instruction, &path->facts);
        }
        if (follower->scene.facts) {
            handing_facts_step(instruction, &path->facts);
        }
        leave_home(&follower->scene, instruction, path);
        return true;
    }
}

/* The instruction that the path has come to; false: nobody can read it. */
static bool
read_instruction(struct follower *follower, const struct handing_path *path,
                 struct instruction *instruction)
{
    const struct handing_code *code = follower->scene.code;
    uint64_t offset = path->address - code->address;

    if (offset < code->size &&
        decode_instruction(code->bytes + offset, code->size - offset,
                           path->address, instruction)) {
        return true;
    }
    follower->scene.handing->unclear = true;
    return false;
}

/*
 * Nobody has the pointer any more. Where the path gave away what the field that it
 * came from still has, it goes on: that may be written over yet.
 */
static bool
is_over(const struct handing_scene *scene, const struct handing_path *path)
{
    bool waits = scene->field != NULL && !path->moved && path->balance < 0;

    return !handing_state_holds(path) && scene->variable == 0 && !waits;
}

static void
walk(struct follower *follower, struct handing_path path)
{
    const struct handing_code *code = follower->scene.code;
    struct instruction instruction;
    bool goes_on, held;
    int balance;

    for (;;) {
        if (is_over(&follower->scene, &path)) {
            if (!handing_call_stops(code, path.address)) {
                handing_note_end(&follower->scene, &path, false);
            }
            return;
        }
        if (!read_instruction(follower, &path, &instruction) ||
            !is_new(follower, &path)) {
            return;
        }
        if (path.address == path.null) {
            path.last.joined = path.last.passed;
        }
        path.before = path.before && path.address != follower->through;
        follower->scene.lower = path.lower;
        handing_path_use(&follower->scene, &instruction, &path);
        if (instruction.flow == FLOW_JUMP &&
            code->inside(code->context, instruction.target)) {
            path.address = instruction.target;
            continue;
        }
        balance = path.balance;
        held = handing_state_holds(&path);
        goes_on = step(follower, &instruction, &path);
        if (path.last.used == path.address) {
            path.parting_count = 0;
        }
        path.lower += instruction.lowers;
        handing_note_use(follower->scene.handing, &path, balance);
        if (held && !handing_state_holds(&path)) {
            path.last.ended = path.address;
        }
        if (follower->owed && path.balance < 0 && path.releases >= ENDLESS) {
            follower->endless = true;
            return;
        }
        if (!goes_on) {
            return;
        }
        path.address += instruction.length;
    }
}

/* Is the word known by which the pointer was loaded? */
static bool
begin_home(struct handing_scene *scene, uint64_t load)
{
    struct instruction instruction;
    uint64_t offset = load - scene->code->address;

    return load != 0 && offset < scene->code->size &&
           decode_instruction(scene->code->bytes + offset,
                              scene->code->size - offset, load, &instruction) &&
           handing_word_begin_home(scene, &instruction);
}

void
handing_follow(const struct handing_code *code,
               const struct handing_start *start, struct handing_memory *memory,
               struct handing *handing)
{
    struct follower *follower = (struct follower *)memory;
    struct handing_path path = { .address = start->address,
                                 .holds = start->registers,
                                 .counts = start->counts,
                                 .balance = start->owed,
                                 .before = start->through != 0,
                                 .lower =
                                     handing_taken_off(code, start->address),
                                 .facts = NOTHING_KNOWN };

    path.facts.zero[0] = path.facts.zero[1] = start->zeros;
    path.facts.other[0] = path.facts.positive = start->positive;
    _Static_assert(sizeof *follower <= sizeof *memory, "");
    follower->scene.code = code;
    follower->scene.handing = handing;
    follower->through = start->through;
    follower->owed = start->owed > 0;
    follower->endless = false;
    follower->scene.loyal = start->loyal;
    follower->scene.filled = start->filled;
    follower->scene.asks = start->asks;
    follower->scene.facts = start->cautious || start->asks || start->filled;
    follower->scene.variable = start->variable;
    follower->scene.equals = start->equals;
    follower->scene.cautious = start->cautious;
    follower->scene.borrows = start->borrows;
    follower->scene.filling = start->filling;
    follower->scene.filling_count = start->filling_count;
    follower->scene.made = start->made;
    follower->scene.made_count = start->made_count;
    follower->scene.maker = start->maker;
    follower->scene.made_slots = 0;
    follower->scene.field = start->field;
    follower->scene.slot_count = follower->pending_count =
        follower->seen.count = 0;
    *handing = (struct handing){ 0 };
    path.home = begin_home(&follower->scene, start->loaded);
    if (start->in_slot) {
        follower->scene.slots[follower->scene.slot_count++] = start->slot;
        path.slots = 1;
        path.shown = !start->loyal && !start->filled;
    }
    walk(follower, path);
    while (follower->pending_count > 0) {
        walk(follower, follower->pending[--follower->pending_count]);
    }
    /*
     * A loop came there with what it had the last time, in a variable that it sets
     * anew each time, on a path that no program takes: nothing is known of what was
     * given away.
     */
    if (follower->endless) {
        handing->lent_count = 0;
    }
    handing->walked = follower->seen.count;
}
