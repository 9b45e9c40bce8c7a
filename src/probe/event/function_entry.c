#include "probe/event/function_entry.h"

#include "base/system.h"
#include "cpython/frame_stack.h"
#include "cpython/last_traceback.h"
#include "cpython/memory.h"
#include "probe/census/census.h"
#include "probe/census/checkpoint.h"
#include "probe/event/block.h"
#include "probe/event/hook_guard.h"
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
#include "probe/stack/python_stack.h"
#include "probe/state/entry_points.h"
#include "probe/state/turn.h"
#include "probe/watch/dealloc_audit.h"
#include "probe/watch/life_steps.h"
#include "probe/watch/slot_watch.h"

#include <unistd.h>

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
evaluation_entered(struct thread_record *thread, const struct hook_frame *frame)
{
    recorder.store.header->evaluations++;
    look_for_compiler(thread->state);
    if (!recorder.options.frames) {
        return;
    }
    if (recorder.initialized) {
        quick_entry_learn(frame->site); /* it does not come here again */
    }
    activation_enter(thread, frame->address, frame->operand,
                     hook_argument2(frame), false);
    if (recorder.slot_watch && !initialization_lasts()) {
        slot_watch_entry(thread);
    }
}

/* Its code is read while it is there: a frame may be made from this one. */
static void
slot_entered(struct thread_record *thread, const struct hook_frame *frame)
{
    uint64_t evaluated = hook_argument2(frame);

    activation_enter(thread, frame->address, frame->operand, evaluated, true);
    python_stack_code(frame_code(recorder.layout, evaluated));
}

_Static_assert((int)LAST_TRACEBACK_NONE == (int)LEDGER_LAST_TRACEBACK_NONE &&
                   (int)LAST_TRACEBACK_INNER ==
                       (int)LEDGER_LAST_TRACEBACK_INNER &&
                   (int)LAST_TRACEBACK_PROGRAM ==
                       (int)LEDGER_LAST_TRACEBACK_PROGRAM,
               "both halves know the same tracebacks");

static enum last_traceback
last_traceback_of(uint64_t state)
{
    return state == 0 ? LAST_TRACEBACK_UNKNOWN
                      : last_traceback(
                            recorder.layout, recorder.runtime,
                            load64(state + recorder.layout->state.interpreter));
}

/* caller: 0 where the program itself wanted to end. */
static void
finalization_entered(const struct thread_record *thread, uint64_t caller)
{
    recorder.store.header->finalization = LEDGER_FINALIZING;
    recorder.store.header->finalized_by = caller;
    recorder.store.header->last_traceback = last_traceback_of(thread->state);
    slot_watch_end();
    dealloc_audit_end();
    life_steps_end();
    census_take("finalization", true);
}

/* `object`: what the block is that is freed or reallocated. */
static void
entered_as(int32_t role, struct thread_record *thread,
           const struct hook_frame *frame, uint64_t object)
{
    switch (role) {
    case ROLE_EVALUATE:
        evaluation_entered(thread, frame);
        break;
    case ROLE_EVALUATE_SLOT:
        slot_entered(thread, frame);
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
        finalization_entered(thread, load64(frame->address));
        break;
    case ROLE_EXIT:
        finalization_entered(thread, 0);
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
}

/* Most blocks hold nothing that is tracked: that is seen before anything else
 * is done. */
static bool
concerns(int32_t role, const struct hook_frame *frame, uint64_t *object)
{
    *object = 0;
    if (role == ROLE_FREE || role == ROLE_REALLOCATE) {
        *object = block_object(hook_argument2(frame));
        return *object != 0 && !(role == ROLE_FREE && life_waits(*object));
    }
    /* Not when it is called by ROLE_CREATE_INTERPRETER. */
    return role != ROLE_NEW_INTERPRETER ||
           thread_state_here(own_thread_id()) != 0;
}

static void
entered(const struct hook_frame *frame)
{
    struct thread_record *thread;
    uint64_t object;
    int32_t role;

    if (!recorder.recording) {
        return;
    }
    role = store_site(&recorder.store, hook_site(frame))->amount;
    if (!concerns(role, frame, &object)) {
        return;
    }
    thread = hook_enter(false);
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
    entered_as(role, thread, frame, object);
    hook_leave();
}

void
function_entry(struct hook_frame *frame)
{
    if (!turn_take_if_several()) {
        recorder.store.header->outside++;
        return;
    }
    entered(frame);
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
    life_steps_end();
    census_take_abruptly("exit");
    hook_leave();
}

void
function_entry_exit(uint64_t caller)
{
    if (turn_take_if_several()) {
        process_exits(caller);
        turn_give_if_several();
    }
}
