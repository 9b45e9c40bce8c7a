#include "probe/event/change.h"

#include "base/refcount_shape.h"
#include "cpython/memory.h"
#include "probe/admission/counted.h"
#include "probe/admission/kinds.h"
#include "probe/admission/resting.h"
#include "probe/event/life.h"
#include "probe/event/place.h"
#include "probe/watch/dealloc_audit.h"
#include "probe/watch/exit_watch.h"
#include "probe/watch/life_steps.h"
#include "probe/watch/slot_watch.h"

enum {
    POOL_BITS = 14,          /* of the allocator of small objects */
    IMMORTAL_STEP = 1 << 28, /* references that one change adds */
};

/* Without branches: which operation comes next is hard to foresee. */
static inline int64_t
count_after(const struct ledger_site *site, const struct hook_frame *frame,
            int64_t before)
{
    int64_t operand = (int64_t)frame->operand;
    int64_t kept = site->operation < OPERATION_STORE ? before : 0;

    kept += site->operation == OPERATION_SUB_REGISTER ? -operand : operand;
    return recorder_count((uint64_t)kept);
}

static inline __attribute__((always_inline)) void
record(struct thread_record *thread, uint32_t index, struct change *change)
{
    if (change->tag != 0 && change->after != change->before) {
        change->waiting = account_waiting(&recorder.accounts, index, change);
        if (recorder.sees_frames_end ||
            (change->waiting == NULL &&
             !account_knows(&recorder.accounts, index, change->tag))) {
            change->python = frame_spine_node(thread);
        }
    }
    account_change(&recorder.accounts, index, change);
    recorder.store.header->changes_seen++;
    store_site(&recorder.store, change->site)->changes++;
}

void
change_record(struct thread_record *thread, uint32_t index,
              struct change *change)
{
    record(thread, index, change);
}

/*
 * Another object's memory now, or none's: its type says so, or the count is a
 * pointer of the allocator.
 */
static bool
is_reused(const struct ledger_account *account, uint64_t word)
{
    const struct python_layout *layout = recorder.layout;

    return !recorder_is_count(word) ||
           load64(account->object + layout->object.type) !=
               store_type(&recorder.store, account->type)->address;
}

/*
 * Whether no change that was missed explains this count. A count of zero is the
 * end unless somebody stores 1, for a finalizer: what else changes that word is
 * another object's, or stands where an object was that has moved unseen. And
 * CPython 3.11 copies its static objects anew when it is initialized again.
 */
static bool
is_none_of_it(const struct ledger_account *account, int64_t before,
              int64_t after)
{
    if (account->references == 0) {
        return before != 0 || after != 1;
    }
    return (before == 0 && after > 1) ||
           (recorder.store.header->finalization != LEDGER_NOT_FINALIZED &&
            account->state == LEDGER_ACCOUNT_ADOPTED &&
            before == account->adopted_references);
}

/* Whether the account is over, because the memory holds something else or the
 * object became immortal. */
static bool
is_over(uint32_t index, uint64_t word, int64_t after)
{
    const struct ledger_account *account =
        store_account(&recorder.store, index);
    int64_t before = recorder_count(word);

    if (before == account->references && before != 0) {
        return false;
    }
    if (is_reused(account, word) || is_none_of_it(account, before, after)) {
        life_end(index);
        return true;
    }
    if (before < 0) {
        life_immortal(index);
        return true;
    }
    return false;
}

/*
 * Whether this releases an object that is dead. Its memory must look as it was
 * left: the type still stands there, and the count is 0 or a link to the next
 * free block of the same pool.
 */
static bool
is_released_again(uint32_t index, const struct hook_frame *frame, uint64_t word)
{
    const struct ledger_account *account =
        store_account(&recorder.store, index);
    const struct ledger_site *site;
    int64_t by;

    if (account->references != 0 ||
        (account->flags & LEDGER_ACCOUNT_BURIED) == 0) {
        return false;
    }
    site = store_site(&recorder.store, hook_site(frame));
    by = site->operation == OPERATION_ADD ? (int64_t)frame->operand
         : site->operation == OPERATION_STORE_REGISTER
             ? recorder_count(frame->operand - word)
             : 0;
    return by == -1 &&
           (recorder_count(word) == 0 ||
            word >> POOL_BITS == account->object >> POOL_BITS) &&
           load64(account->object + recorder.layout->object.type) ==
               store_type(&recorder.store, account->type)->address;
}

/* Free lists link dead objects by the word that was the count; where the last
 * release leads there at once, the zero is never written. */
static bool
stores_link(const struct ledger_site *site, uint64_t word)
{
    return site->operation == OPERATION_STORE_REGISTER && site->width == 8 &&
           ((word & recorder.layout->refcount.always_zero) != 0 ||
            recorder_count(word) > INT32_MAX);
}

static int64_t
result_of(const struct hook_frame *frame, uint64_t word)
{
    const struct ledger_site *site =
        store_site(&recorder.store, hook_site(frame));

    return stores_link(site, frame->operand)
               ? 0
               : count_after(site, frame, recorder_count(word));
}

static void
follow_exits(struct thread_record *thread, uint32_t index,
             const struct change *change, const struct hook_frame *frame,
             uint64_t base_pointer)
{
    uint64_t stack_pointer = place_stack_pointer(frame);
    struct stack_start start =
        place_start(thread, activation_live(thread, stack_pointer),
                    change->site, stack_pointer, base_pointer);

    exit_watch_change(thread, index, change, &start);
}

/* Its memory is free, and in quarantine. */
static bool
is_kept(uint32_t index, uint32_t flags)
{
    return (flags & LEDGER_ACCOUNT_KEPT) != 0 &&
           store_account(&recorder.store, index)->state == LEDGER_ACCOUNT_BORN;
}

/* Who uses it first is enough; of one who takes it, that it is used. */
static bool
is_done_with(uint32_t index, uint32_t flags, const struct change *change)
{
    if ((flags & LEDGER_ACCOUNT_OVERDRAWN) != 0) {
        return true;
    }
    if (change->after > change->before) {
        life_used_again(index);
        return true;
    }
    return false;
}

/* A change that gets a stack, once its place is known. */
struct seen {
    struct change change;
    bool of_dead; /* it releases, or uses, what is dead */
};

/* Whether it gets one; else all is done. */
static inline __attribute__((always_inline)) bool
wants_stack(struct thread_record *thread, uint32_t index,
            const struct hook_frame *frame, struct seen *seen)
{
    uint64_t word = load64(frame->address);
    uint32_t flags = store_account(&recorder.store, index)->flags;
    struct change *change = &seen->change;
    bool kept;

    *change = (struct change){ .site = hook_site(frame),
                               .before = recorder_count(word) };
    if (__builtin_expect(flags & LEDGER_ACCOUNT_UNSEEN, 0)) {
        return false; /* the table of counters says "tracked" too often */
    }
    change->after = result_of(frame, word);
    kept = is_kept(index, flags);
    if (__builtin_expect(kept && is_done_with(index, flags, change), 0)) {
        return false;
    }
    seen->of_dead = kept || is_released_again(index, frame, word);
    if (seen->of_dead) {
        return true;
    }
    if (is_over(index, word, change->after)) {
        return false;
    }
    if (flags & LEDGER_ACCOUNT_RESTS) {
        if (resting_lets(index, change->after)) {
            record(thread, index, change);
            recorder.store.header->rested++;
            return false;
        }
        resting_wake(index);
    }
    return true;
}

static void
record_of_dead(struct thread_record *thread, uint32_t index,
               struct change *change)
{
    change->before = 0;
    change->after = -1;
    record(thread, index, change);
    life_used_again(index);
}

/* To whoever follows the object. */
static __attribute__((noinline)) void
tell_watchers(struct thread_record *thread, uint32_t index,
              const struct change *change, const struct hook_frame *frame,
              uint64_t base_pointer)
{
    slot_watch_change(index, change->after < change->before);
    dealloc_audit_change(index, change, place_stack_pointer(frame));
    follow_exits(thread, index, change, frame, base_pointer);
    life_steps_change(thread, index, change);
}

/* By the sign, from 3.12 on; or by more references than somebody takes. */
static bool
becomes_immortal(const struct change *change)
{
    return change->before > 0 &&
           (change->after < 0 ||
            change->after - change->before >= IMMORTAL_STEP);
}

static inline void
end_if_over(uint32_t index, const struct change *change,
            const struct hook_frame *frame)
{
    if (change->after == 0 && change->before != 0) {
        if (recorder.dealloc_audit) {
            dealloc_audit_death(index, change->tag, place_stack_pointer(frame));
        }
        life_count_is_zero(index);
    }
    else if (becomes_immortal(change)) {
        life_immortal(index);
    }
}

bool
change_known(struct thread_record *thread, uint32_t index,
             struct hook_frame *frame, uint64_t base_pointer, bool again)
{
    struct seen seen;
    struct change *change = &seen.change;
    struct place place;

    if (!wants_stack(thread, index, frame, &seen)) {
        return true;
    }
    if (!place_find(thread, change->site, place_stack_pointer(frame),
                    base_pointer, &place) &&
        !again) {
        return false;
    }
    change->tag = place.tag;
    change->activation = place.activation;
    if (seen.of_dead) {
        record_of_dead(thread, index, change);
        return true;
    }
    if (__builtin_expect(store_account(&recorder.store, index)->flags &
                             LEDGER_ACCOUNT_WATCHED,
                         0)) {
        tell_watchers(thread, index, change, frame, base_pointer);
    }
    record(thread, index, change);
    if (place_is_import(thread, frame)) {
        resting_once(index);
    }
    else {
        resting_changed(index);
    }
    end_if_over(index, change, frame);
    return true;
}

/*
 * It has an account because it has more references than the shadow can count.
 * What an import takes it mostly keeps, and rests with one stack as it is.
 */
static void
try_outgrown(struct thread_record *thread, struct hook_frame *frame,
             uint32_t index)
{
    if (!place_is_import(thread, frame) && !kinds_outgrew(kinds_of(index))) {
        resting_on_trial(index);
    }
}

bool
change_counted(struct thread_record *thread, struct hook_frame *frame,
               uint64_t base_pointer, bool again)
{
    uint64_t object = frame->address;
    int64_t after = result_of(frame, load64(object));
    uint32_t index = counted_change(object, hook_site(frame), after);

    if (index != 0 && after > SHADOW_COUNT_MAX) {
        try_outgrown(thread, frame, index);
    }
    return index == 0 ||
           change_known(thread, index, frame, base_pointer, again);
}
