#include "probe/event/hook.h"

#include "arch/stub.h"
#include "base/refcount_shape.h"
#include "base/system.h"
#include "cpython/memory.h"
#include "probe/admission/counted.h"
#include "probe/admission/resting.h"
#include "probe/census/census.h"
#include "probe/census/checkpoint.h"
#include "probe/event/birth.h"
#include "probe/event/change.h"
#include "probe/event/initialization.h"
#include "probe/event/life.h"
#include "probe/event/place.h"
#include "probe/event/quick_entry.h"
#include "probe/event/seal.h"
#include "probe/event/several.h"
#include "probe/images/adopt.h"
#include "probe/images/evaluator.h"
#include "probe/images/image_records.h"
#include "probe/images/images.h"
#include "probe/images/types.h"
#include "probe/stack/activations.h"
#include "probe/stack/frame_spine.h"
#include "probe/state/entry_points.h"
#include "probe/state/peek.h"
#include "probe/state/recorder.h"
#include "probe/state/shadow.h"
#include "probe/state/turn.h"
#include "probe/watch/dealloc_audit.h"
#include "probe/watch/slot_watch.h"

#include <unistd.h>

enum { PAGE_MASK = 4095 };

/* One hook at a time, by the thread that holds the interpreter's lock; where
 * there are several locks, by the one whose turn it is. */
static struct thread_record *
enter(bool again)
{
    struct thread_record *thread;

    if (again) {
        return recorder.thread;
    }
    thread = recorder.busy ? NULL : thread_record_here();
    if (thread == NULL) {
        recorder.store.header->outside++;
        recorder_frames_ended();
        return NULL;
    }
    if (recorder.several) {
        several_resume(thread);
    }
    else {
        entry_count_path.thread_state = thread->state;
        entry_count_path.thread_id = thread->id;
        short_ways_tally();
    }
    recorder.busy = true;
    return thread;
}

static void
leave(void)
{
    if (recorder.several) {
        several_leave(recorder.thread);
    }
    recorder.busy = false;
}

void
hook_ready(void)
{
    const struct store_table *tables = recorder.store.tables;

    entry_count_path = (struct count_path){
        .directory = (uint64_t)(uintptr_t)recorder.accounts.index.directory,
        .pages = (uint64_t)(uintptr_t)recorder.accounts.index.pages,
        .accounts = (uint64_t)(uintptr_t)tables[LEDGER_ACCOUNTS].base,
        .sites = (uint64_t)(uintptr_t)tables[LEDGER_SITES].base,
        .thread_variable = recorder.current_thread,
        .thread_mask = recorder.thread_mask,
        .thread_state = 1, /* nobody's */
        .always_zero = recorder.layout->refcount.always_zero,
        .count_max = recorder.count_max,
        .count_unused = recorder.count_unused,
        .rests = resting_limits(),
        .kinds = (uint64_t)(uintptr_t)tables[LEDGER_KINDS].base,
    };
}

static inline __attribute__((always_inline)) bool
change(struct hook_frame *frame, uint64_t base_pointer, bool again)
{
    const struct ledger_site *site;
    struct thread_record *thread;
    uint32_t index = 0;
    bool counted = false, done;

    if (__builtin_expect(!recorder.recording, 0)) {
        return true;
    }
    site = store_site(&recorder.store, hook_site(frame));
    if (site->operation != OPERATION_BIRTH) {
        index = account_find(&recorder.accounts, frame->address);
        counted = index == 0 && counted_is(frame->address);
        if (index == 0 && !counted) {
            return true;
        }
    }
    thread = enter(again);
    if (thread == NULL) {
        return true;
    }
    done = index != 0 ? change_known(thread, index, frame, base_pointer, again)
           : counted  ? change_counted(thread, frame, base_pointer, again)
                      : birth(thread, frame, base_pointer, again);
    if (done) {
        leave();
    }
    return done;
}

/* The turn is kept until the change is done. */
static __attribute__((noinline)) bool
change_in_turn(struct hook_frame *frame, uint64_t base_pointer, bool again)
{
    bool done;

    if (!again && !turn_take()) {
        recorder.store.header->outside++;
        return true;
    }
    done = change(frame, base_pointer, again);
    if (done) {
        turn_give();
    }
    return done;
}

bool
hook_change(struct hook_frame *frame, uint64_t base_pointer, bool again)
{
    return __builtin_expect(recorder.several, 0)
               ? change_in_turn(frame, base_pointer, again)
               : change(frame, base_pointer, again);
}

void
hook_change_slow(struct hook_slow_frame *slow)
{
    const struct hook_frame *frame = &slow->frame;
    struct thread_record *thread = recorder.thread;
    uint64_t stack_pointer = place_stack_pointer(frame);
    int32_t live = activation_live(thread, stack_pointer);
    uint32_t number = hook_site(frame);
    struct registers registers = hook_registers(slow, stack_pointer);
    struct stack_start start = place_start(thread, live, number, stack_pointer,
                                           registers.of[REGISTER_FRAME]);

    place_walk(thread, live, number, &start, &registers);
}

/* A counted object may have vanished, and the page that it was in. */
static bool
peek_type(uint64_t block, uint64_t object, uint64_t *type)
{
    uint64_t at = object + recorder.layout->object.type;

    if ((at & ~(uint64_t)PAGE_MASK) != (block & ~(uint64_t)PAGE_MASK)) {
        return peek64(at, type);
    }
    *type = load64(at);
    return true;
}

static uint32_t
type_of_tracked(uint64_t block, uint64_t object)
{
    uint32_t index = account_find(&recorder.accounts, object);
    const struct type_facts *facts = NULL;
    uint64_t type;

    if (index != 0) {
        return store_account(&recorder.store, index)->type;
    }
    if (counted_references(object) != 0 && peek_type(block, object, &type)) {
        facts = types_known(type);
    }
    return facts == NULL ? 0 : facts->number;
}

/* The tracked object whose memory begins at the block, or 0. */
static uint64_t
object_in_block(uint64_t block)
{
    for (uint32_t before = 0; before <= 32; before += 16) {
        uint32_t type = type_of_tracked(block, block + before);
        uint32_t flags = store_type(&recorder.store, type)->flags;

        if (type != 0 &&
            ((flags >> LEDGER_TYPE_PREHEADER_SHIFT) & 0xff) == before) {
            return block + before;
        }
    }
    return 0;
}

static void
block_freed(uint64_t object)
{
    uint32_t index = account_find(&recorder.accounts, object);

    if (index == 0) {
        counted_end(object);
    }
    else if (index == recorder.moving) {
        account_detach(&recorder.accounts, index);
        shadow_forget(store_account(&recorder.store, index)->object);
    }
    else {
        life_freed(index);
    }
}

static void
block_reallocated(uint64_t object)
{
    uint32_t index = account_find(&recorder.accounts, object);

    if (index == 0) {
        recorder.moving_counted = object;
        return;
    }
    if (recorder.moving != 0 && recorder.moving != index) {
        life_end(recorder.moving);
    }
    recorder.moving = index;
}

/*
 * The stack that calls a watched function. At a function's entry only the
 * base pointer matters to the unwinder, and vector registers are free.
 */
static uint32_t
tag_of_call(struct thread_record *thread, const struct hook_frame *frame)
{
    uint32_t number = hook_site(frame), tag = 0;
    struct registers registers = { { [REGISTER_FRAME] = frame->operand } };
    int32_t live = activation_live(thread, frame->address);
    struct stack_start start =
        place_start(thread, live, number, frame->address, frame->operand);

    if (recorder.tagging == LEDGER_STACK_FULL &&
        !native_stack_tag(thread, live, number, &start, &tag)) {
        place_walk(thread, live, number, &start, &registers);
        native_stack_tag(thread, live, number, &start, &tag);
    }
    return tag == 0 ? 0 : store_node(&recorder.store, tag)->parent;
}

/* The switch is thrown after the interpreter has begun to run Python code. */
static void
look_for_compiler(uint64_t state)
{
    uint32_t interpreter = recorder.layout->state.interpreter;

    if (recorder.compiler != 0 && state != 0 &&
        load8(load64(state + interpreter) + recorder.compiler) != 0) {
        recording_stop(REASON_JIT, NULL);
    }
}

static void
function_entered(struct hook_frame *frame)
{
    int32_t role;
    uint64_t object = 0; /* in the block */
    struct thread_record *thread;

    if (!recorder.recording) {
        return;
    }
    role = store_site(&recorder.store, hook_site(frame))->amount;
    if ((role == ROLE_FREE || role == ROLE_REALLOCATE) &&
        (object = object_in_block(hook_argument2(frame))) == 0) {
        return;
    }
    if (role == ROLE_FREE && life_waits(object)) {
        return;
    }
    if (role == ROLE_NEW_INTERPRETER &&
        thread_state_here(own_thread_id()) == 0) {
        return; /* called by the other function */
    }
    thread = enter(false);
    if (thread == NULL) {
        return;
    }
    if (role == ROLE_EVALUATE && !recorder.initialized) {
        initialization_poll();
    }
    if ((recorder.checkpoints || checkpoint_is_asked()) &&
        (role == ROLE_EVALUATE || role == ROLE_EVALUATE_SLOT)) {
        checkpoint_poll(true);
        seal_poll(thread, frame->address, hook_argument2(frame));
    }
    switch (role) {
    case ROLE_EVALUATE:
        recorder.store.header->evaluations++;
        look_for_compiler(thread->state);
        if (!recorder.options.frames) {
            break;
        }
        if (recorder.initialized) {
            quick_entry_learn(frame->site); /* it does not come here again */
        }
        activation_enter(thread, frame->address, frame->operand,
                         hook_argument2(frame), false);
        if (recorder.slot_watch && !initialization_lasts()) {
            slot_watch_entry(thread);
        }
        break;
    case ROLE_EVALUATE_SLOT:
        activation_enter(thread, frame->address, frame->operand,
                         hook_argument2(frame), true);
        break;
    case ROLE_SET_EVALUATOR:
        evaluator_set(hook_argument2(frame), tag_of_call(thread, frame));
        break;
    case ROLE_READY_TYPE:
        adopt_type(hook_argument1(frame));
        break;
    case ROLE_FREE:
        block_freed(object);
        break;
    case ROLE_REALLOCATE:
        block_reallocated(object);
        break;
    case ROLE_FINALIZE:
        recorder.store.header->finalization = LEDGER_FINALIZING;
        recorder.store.header->finalized_by = load64(frame->address);
        slot_watch_end();
        dealloc_audit_end();
        census_take("finalization", true);
        break;
    case ROLE_NEW_INTERPRETER:
        several_begin(hook_argument3(frame));
        break;
    case ROLE_CREATE_INTERPRETER:
        several_begin(hook_argument1(frame));
        break;
    default:
        recording_bug("a watched function without a role");
        break;
    }
    leave();
}

void
hook_function(struct hook_frame *frame)
{
    if (!turn_take_if_several()) {
        recorder.store.header->outside++;
        return;
    }
    function_entered(frame);
    turn_give_if_several(); /* also when it has just become several */
}

/*
 * os._exit holds the interpreter's lock, and is no more in the middle of
 * something than any function that Python calls; whoever else ends the process
 * may be.
 */
static void
process_exits(uint64_t caller)
{
    if (!recorder.recording || recorder.busy || system_is_sealed() ||
        recorder.pid != (uint64_t)getpid() || /* a child of vfork */
        recorder.store.header->finalization != LEDGER_NOT_FINALIZED ||
        !image_record_is_interpreter(image_record_at(caller)) ||
        thread_record_here() == NULL) {
        return;
    }
    recorder.busy = true;
    slot_watch_end();
    dealloc_audit_end();
    census_take_abruptly("exit");
    leave();
}

void
hook_exit(uint64_t caller)
{
    if (turn_take_if_several()) {
        process_exits(caller);
        turn_give_if_several();
    }
}
