#include "probe/event/birth.h"

#include "cpython/memory.h"
#include "ledger/hash.h"
#include "probe/admission/counted.h"
#include "probe/admission/kinds.h"
#include "probe/census/checkpoint.h"
#include "probe/census/moments.h"
#include "probe/event/change.h"
#include "probe/event/initialization.h"
#include "probe/event/life.h"
#include "probe/event/place.h"
#include "probe/images/types.h"
#include "probe/stack/python_stack.h"
#include "probe/state/shadow.h"
#include "probe/watch/exit_watch.h"
#include "probe/watch/life_steps.h"
#include "probe/watch/slot_watch.h"
#include "probe/watch/watcher.h"

enum {
    FIRST_ADDRESS = 65536, /* nothing is mapped below: vm.mmap_min_addr */
};

/* It has no account, and is only counted. */
static void
leave_out(uint64_t *counter, const struct hook_frame *frame, uint32_t kind)
{
    ++*counter;
    counted_begin(frame->address, hook_site(frame), kind);
}

/* Whether the memory holds the object of the account, which was alive. */
static bool
holds(uint64_t object, uint64_t type, uint32_t index)
{
    const struct ledger_account *account =
        store_account(&recorder.store, index);

    return account->references > 0 &&
           recorder_count(load64(object)) == account->references &&
           store_type(&recorder.store, account->type)->address == type;
}

/* An object that was reallocated is announced again, with the count that was
 * copied. Whoever resizes one in place, as nanobind does, may not do that. */
static bool
has_moved(uint32_t moving, uint64_t object, uint64_t type)
{
    uint64_t from = store_account(&recorder.store, moving)->object;
    uint32_t index = account_find(&recorder.accounts, object);

    if (!holds(object, type, moving)) {
        if (account_find(&recorder.accounts, from) != moving) {
            life_end(moving);
        }
        return false;
    }
    if (index != 0) {
        life_end(index);
    }
    else if (counted_is(object)) {
        counted_end(object);
    }
    shadow_forget(from);
    if (!account_move(&recorder.accounts, moving, object)) {
        life_end(moving);
        return false;
    }
    shadow_track(object);
    recorder.store.header->moved++;
    return true;
}

/* What stands at the address of a birth is over, or is this very object. */
static uint32_t
account_at_birth(uint64_t object, uint64_t type)
{
    uint32_t moving = recorder.moving;
    uint32_t index = account_find(&recorder.accounts, object);

    recorder.moving = 0;
    if (moving != 0 && moving != index) {
        if (has_moved(moving, object, type)) {
            return moving;
        }
        index = account_find(&recorder.accounts, object);
    }
    if (index == 0 || holds(object, type, index)) {
        return index; /* announced again: resized in place, resurrected */
    }
    life_end(index);
    return 0;
}

/* A type's, and not a number that follows the 1 of something else. */
static bool
is_address(uint64_t word)
{
    return word >= FIRST_ADDRESS && (word & 7) == 0;
}

/* A counted object's memory is announced: as the same one, or as another. */
static bool
is_counted_again(uint64_t object, uint64_t type, uint32_t site)
{
    uint64_t moving = recorder.moving_counted;
    uint32_t references;

    recorder.moving_counted = 0;
    if (moving != 0) {
        counted_move(moving, object, type);
    }
    references = counted_references(object);

    if (!counted_is(object)) {
        return false;
    }
    if (references != 0 && recorder_count(load64(object)) == references &&
        counted_change(object, site, 1) == 0) {
        recorder.lived_on++;
        return true;
    }
    if (!counted_is(object)) {
        return false; /* it has an account now */
    }
    counted_end(object);
    return false;
}

/* One that is born: its account, if it has one already, else who it is. */
struct newborn {
    uint32_t index;
    const struct type_facts *facts;
    uint32_t kind;
};

/* What somebody has named is told of in any case. */
static uint32_t
kind_of_birth(struct thread_record *thread, const struct type_facts *facts,
              uint32_t site)
{
    uint64_t position;
    uint32_t kind;

    if (facts->expected || facts->suspected) {
        return 0;
    }
    position = initialization_lasts() ? 0 : frame_spine_position(thread->state);
    kind = kinds_find(facts->number, site, position);
    if (kind != 0 && facts->type != recorder.code_type && !facts->makes_types &&
        !initialization_lasts()) {
        kinds_remember(kind, facts->type, site, position);
    }
    return kind;
}

/* Whether it gets no account: types do in any case. */
static bool
is_left_out(struct thread_record *thread, const struct hook_frame *frame,
            const struct newborn *newborn)
{
    uint32_t kind = newborn->kind;

    if (kind == 0) {
        return false;
    }
    if (newborn->facts->makes_types) {
        kinds_born_told(kind);
        return false;
    }
    if (initialization_lasts()) {
        kinds_born_in_setup(kind);
        return true;
    }
    return !kinds_born(kind, place_is_import(thread, frame));
}

static __attribute__((noinline)) void
watch(struct thread_record *thread, const struct hook_frame *frame,
      uint64_t base_pointer, uint32_t index, const struct change *change)
{
    uint64_t stack_pointer = place_stack_pointer(frame);
    struct stack_start start =
        place_start(thread, activation_live(thread, stack_pointer),
                    change->site, stack_pointer, base_pointer);

    exit_watch_birth(thread, index, change, &start);
    slot_watch_birth(index);
}

static void
poll_what_is_due(void)
{
    if (recorder.checkpoints || checkpoint_is_asked()) {
        checkpoint_poll(false);
    }
    if (initialization_is_due()) {
        initialization_poll();
    }
}

/* What was remembered of the address may not be true any more. */
static void
forget_address(uint64_t object, const struct type_facts *facts)
{
    if (facts->makes_types) {
        types_forget(object);
    }
    else if (facts->type == recorder.code_type) {
        python_stack_forget_code(object);
    }
}

/* Whether it is to be entered: it has an account, or gets one. */
static bool
is_entered(struct thread_record *thread, const struct hook_frame *frame,
           struct newborn *newborn)
{
    uint64_t object = frame->address;
    uint64_t type = load64(object + recorder.layout->object.type);
    uint32_t site = hook_site(frame);
    const struct type_facts *facts;

    newborn->index = account_at_birth(object, type);
    poll_what_is_due();
    if (newborn->index != 0) {
        return true;
    }
    if (is_counted_again(object, type, site)) {
        return false;
    }
    facts = newborn->facts = is_address(type) ? types_find(type) : NULL;
    if (facts == NULL) {
        return false;
    }
    forget_address(object, facts);
    if (!facts->tracked || recorder.paused) {
        return false;
    }
    if (!initialization_lasts()) {
        moments_poll(thread, place_stack_pointer(frame));
        if (recorder.slot_watch && --watcher_pulse.quick < 0) {
            slot_watch_long_birth(thread, place_stack_pointer(frame));
        }
    }
    newborn->kind = kind_of_birth(thread, facts, site);
    if (is_left_out(thread, frame, newborn)) {
        leave_out(&recorder.store.header->thinned, frame, newborn->kind);
        return false;
    }
    return true;
}

static void
count_birth(const struct type_facts *facts)
{
    recorder.store.header->births++;
    if (store_type(&recorder.store, facts->number)->births++ == 0) {
        types_learn_disposer(facts);
    }
}

/* False: its stack must be unwound first. */
static bool
enter(struct thread_record *thread, const struct hook_frame *frame,
      uint64_t base_pointer, const struct newborn *newborn, bool again)
{
    struct change change = { .site = hook_site(frame),
                             .before = 0,
                             .after = 1 };
    struct place place;
    uint32_t index;

    if (!place_find(thread, change.site, place_stack_pointer(frame),
                    base_pointer, &place) &&
        !again) {
        return false;
    }
    index = account_open(&recorder.accounts, frame->address,
                         newborn->facts->number, LEDGER_ACCOUNT_BORN, 0);
    if (index == 0) {
        leave_out(&recorder.store.header->unsampled, frame, newborn->kind);
        return true;
    }
    store_account(&recorder.store, index)->birth = place.tag;
    kinds_opened(newborn->kind, index, place.tag);
    change.tag = place.tag;
    change.activation = place.activation;
    change_record(thread, index, &change);
    count_birth(newborn->facts);
    shadow_track(frame->address);
    if (recorder.slot_watch && watcher_pulse.awake > 0) {
        watch(thread, frame, base_pointer, index, &change);
    }
    if (life_steps_want(newborn->kind) && !place_is_import(thread, frame)) {
        life_steps_begin(thread, index);
    }
    return true;
}

bool
birth(struct thread_record *thread, struct hook_frame *frame,
      uint64_t base_pointer, bool again)
{
    static struct newborn newborn; /* who has the turn keeps it meanwhile */

    if (!again && !is_entered(thread, frame, &newborn)) {
        return true;
    }
    return newborn.index != 0
               ? change_known(thread, newborn.index, frame, base_pointer, again)
               : enter(thread, frame, base_pointer, &newborn, again);
}
