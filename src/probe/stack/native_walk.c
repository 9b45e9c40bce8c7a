/*
 * The unwinding behind native_stack: on the slow path alone.
 */
#include "base/mapping.h"
#include "cpython/memory.h"
#include "ledger/hash.h"
#include "ledger/slots.h"
#include "probe/stack/native_stack.h"
#include "probe/stack/unwinder.h"
#include "probe/state/entry_points.h"
#include "probe/state/recorder.h"

#include <errno.h>

enum { WALK_FRAMES_MAX = 4096, WALK_PARTS_MAX = 64 };

static struct unwinder_frame frames[WALK_FRAMES_MAX + 1];
static struct stack_check found[2 * WALK_FRAMES_MAX];

/*
 * How to get from a frame to its caller, by code address: what libunwind found
 * out at this address once. A frame pointer, or a fixed distance; anything
 * else is asked anew each time.
 */
enum rule_kind { RULE_NONE, RULE_FIXED, RULE_POINTER, RULE_END };

enum {
    RULES = 1 << 16,
    FRAME_BYTES_MAX = 1 << 30, /* what is further away is another stack */
    PAGE_BYTES = 4096,
};

struct rule {
    uint64_t key;
    uint32_t distance;   /* RULE_FIXED: to the caller's stack pointer */
    int32_t base_offset; /* of the saved base pointer from there; 0: kept */
    uint32_t kind;
};

static struct rule *rules; /* [0] is not used */
static uint32_t rule_count;
static struct slots rule_slots;

bool
native_walk_init(void)
{
    uint32_t *slots = mapping_zeroed(2 * RULES * sizeof *slots);

    rules = mapping_zeroed(RULES * sizeof *rules);
    slots_init(&rule_slots, slots, 2 * RULES - 1);
    return slots != NULL && rules != NULL && unwinder_init();
}

/* Asks libunwind, and what of its answer holds whenever we come here. */
static enum unwinder_answer
step_anew(const struct unwinder_frame *frame, const struct registers *first,
          struct unwinder_frame *caller, struct rule *rule)
{
    enum unwinder_answer answer = unwinder_step(frame, first, caller);
    uint64_t saved_at = caller->base_saved_at;
    bool saved = saved_at != frame->base_saved_at;

    *rule = (struct rule){ .kind = RULE_NONE };
    if (answer != UNWINDER_STEPPED) {
        rule->kind = answer == UNWINDER_END ? RULE_END : RULE_NONE;
        return answer;
    }
    /* The caller of a signal's handler stands on another stack. */
    if (caller->stack_pointer - frame->stack_pointer > FRAME_BYTES_MAX) {
        return answer;
    }
    if (saved) {
        rule->base_offset =
            (int32_t)(int64_t)(saved_at - caller->stack_pointer);
    }
    if (frame->base_pointer + 16 == caller->stack_pointer &&
        rule->base_offset == -16) {
        rule->kind = RULE_POINTER;
    }
    else if (!saved || saved_at != frame->base_pointer) {
        rule->kind = RULE_FIXED;
        rule->distance =
            (uint32_t)(caller->stack_pointer - frame->stack_pointer);
    }
    return answer;
}

static uint64_t
rule_hash(uint64_t key)
{
    return hash_mix(key, 0);
}

static uint64_t
hash_of_rule(const void *context, uint32_t number)
{
    (void)context;
    return rule_hash(rules[number].key);
}

/* The one of this address, perhaps a new one: without a kind. */
static struct rule *
rule_at(uint64_t key)
{
    uint32_t slot = slots_first(&rule_slots, rule_hash(key));

    for (; rule_slots.at[slot] != 0; slot = slots_next(&rule_slots, slot)) {
        if (rules[rule_slots.at[slot]].key == key) {
            return &rules[rule_slots.at[slot]];
        }
    }
    if (rule_count + 1 == RULES) { /* start afresh */
        slots_clear(&rule_slots);
        rule_count = 0;
    }
    rules[++rule_count] = (struct rule){ .key = key };
    slots_append(&rule_slots, rule_count, hash_of_rule, NULL);
    return &rules[rule_count];
}

/* What lies beside the word below the frame, which was read, is there. */
static bool
read_word(const struct unwinder_frame *frame, uint64_t address, uint64_t *word)
{
    if (address % sizeof *word != 0) {
        return false;
    }
    if ((frame->stack_pointer - sizeof *word) / PAGE_BYTES ==
        address / PAGE_BYTES) {
        *word = load64(address);
        return true;
    }
    return unwinder_read(address, word);
}

/*
 * A rule holds for the code at an address. What stands on the stack may be
 * anything: greenlets copy theirs in and out, above whom nobody returns to.
 */
static enum unwinder_answer
step_by_rule(const struct rule *rule, const struct unwinder_frame *frame,
             struct unwinder_frame *caller)
{
    *caller = *frame;
    caller->stack_pointer = rule->kind == RULE_POINTER
                                ? frame->base_pointer + 16
                                : frame->stack_pointer + rule->distance;
    if (rule->base_offset != 0) {
        caller->base_saved_at =
            caller->stack_pointer + (uint64_t)(int64_t)rule->base_offset;
        if (!read_word(frame, caller->base_saved_at, &caller->base_pointer)) {
            return UNWINDER_UNKNOWN;
        }
    }
    if (caller->stack_pointer <= frame->stack_pointer ||
        !read_word(frame, caller->stack_pointer - 8, &caller->pc)) {
        return UNWINDER_UNKNOWN;
    }
    return caller->pc != 0 ? UNWINDER_STEPPED : UNWINDER_END;
}

static size_t
frames_wanted(void)
{
    size_t depth = recorder.options.native_depth;

    return depth < WALK_FRAMES_MAX ? depth : WALK_FRAMES_MAX;
}

/* Fills frames[] out to `outermost`; `*cut` when there would be more. */
static size_t
walk(const struct stack_start *start, uint64_t site_address,
     const struct registers *registers, uint64_t outermost, bool *cut)
{
    size_t limit = frames_wanted(), count = 1;

    frames[0] = (struct unwinder_frame){ site_address, start->stack_pointer,
                                         registers->of[REGISTER_FRAME], 0 };
    *cut = false;
    while (outermost == 0 || frames[count - 1].stack_pointer <= outermost) {
        const struct unwinder_frame *frame = &frames[count - 1];
        uint64_t key = frame->pc * 2 + (count == 1);
        struct rule *rule = rule_at(key), found_out;
        enum unwinder_answer answer;

        if (count == limit) {
            *cut = true;
            break;
        }
        if (rule->kind == RULE_END) {
            break;
        }
        if (rule->kind != RULE_NONE) {
            answer = step_by_rule(rule, frame, &frames[count]);
        }
        else {
            answer = step_anew(frame, count == 1 ? registers : NULL,
                               &frames[count], &found_out);
            found_out.key = key;
            *rule = found_out;
        }
        if (answer != UNWINDER_STEPPED) {
            *cut = answer == UNWINDER_UNKNOWN;
            break;
        }
        count++;
    }
    return count;
}

/*
 * A function with a frame pointer: its caller's stack pointer is 16 above it,
 * so where the base pointer came from decides where the return address lies.
 */
static size_t
add_base_check(const struct stack_start *start,
               const struct unwinder_frame *frame,
               const struct unwinder_frame *caller, size_t count)
{
    if (frame->base_pointer + 16 != caller->stack_pointer) {
        return count;
    }
    if (frame->base_saved_at < start->stack_pointer) {
        found[count] =
            (struct stack_check){ 0, STACK_CHECK_REGISTER,
                                  frame->base_pointer - start->stack_pointer };
    }
    else {
        found[count] = (struct stack_check){
            (uint32_t)(frame->base_saved_at - start->stack_pointer),
            STACK_CHECK_SAVED, frame->base_pointer - start->stack_pointer
        };
    }
    return count + 1;
}

static uint32_t
kind_of_return(uint64_t pc)
{
    return pc == (uint64_t)(uintptr_t)entry_function_returned
               ? STACK_CHECK_OWN
               : STACK_CHECK_RETURN;
}

/* Whether all frames that are wanted belong to the part of that start. */
static bool
is_deep(const struct stack_start *start, size_t frame_count)
{
    const struct unwinder_frame *last = &frames[frame_count - 1];

    return frame_count > 1 && frame_count == frames_wanted() &&
           frames[0].stack_pointer == start->stack_pointer &&
           (start->limit == 0 || last->stack_pointer - 8 < start->limit) &&
           last->stack_pointer - 8 - start->stack_pointer <= FRAME_BYTES_MAX;
}

/*
 * Learns the part of the walk that belongs to a start: return addresses from
 * its stack pointer up to its limit.
 */
static void
learn_part(const struct stack_start *start, size_t frame_count, bool cut)
{
    struct stack_start kept = *start;
    size_t count = 0;
    bool reached = start->limit == 0 && !cut;

    for (size_t i = 1; i < frame_count; i++) {
        uint64_t slot = frames[i].stack_pointer - 8;

        if (slot < start->stack_pointer) {
            continue;
        }
        /* Too far away for a check. */
        if (slot - start->stack_pointer > FRAME_BYTES_MAX) {
            reached = false;
            break;
        }
        /* Also for the last one: whether it returns to the limit. */
        if (slot != start->stack_pointer) {
            count = add_base_check(start, &frames[i - 1], &frames[i], count);
        }
        if (start->limit != 0 && slot >= start->limit) {
            reached = slot == start->limit;
            break;
        }
        if (frames[i].pc == 0) {
            reached = start->limit == 0;
            break;
        }
        found[count++] =
            (struct stack_check){ (uint32_t)(slot - start->stack_pointer),
                                  kind_of_return(frames[i].pc), frames[i].pc };
    }
    if (!reached && is_deep(start, frame_count)) {
        kept.limit = kept.stack_pointer + STACK_EXTENT_DEEP;
    }
    native_stack_learn(&kept, found, count, !reached);
}

void
native_walk(struct thread_record *thread, int32_t live,
            const struct stack_start *start, uint64_t site_address,
            const struct registers *registers)
{
    int32_t parts[WALK_PARTS_MAX];
    size_t part_count = 0, frame_count;
    uint64_t outermost = start->limit;
    int kept_errno = errno;
    bool cut;

    for (int32_t i = live; i >= 0 && thread->activations[i].node == 0 &&
                           part_count < WALK_PARTS_MAX;
         i = activation_outer(thread, i)) {
        parts[part_count++] = i;
        outermost = native_stack_entry(thread, i).limit;
    }
    unwinder_begin(start->stack_pointer, outermost);
    frame_count = walk(start, site_address, registers, outermost, &cut);
    unwinder_finish();
    errno = kept_errno;
    learn_part(start, frame_count, cut);
    for (size_t i = 0; i < part_count; i++) {
        struct stack_start entry = native_stack_entry(thread, parts[i]);

        learn_part(&entry, frame_count, cut);
    }
}
