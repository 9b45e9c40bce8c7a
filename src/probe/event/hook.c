#include "probe/event/hook.h"

#include "arch/stub.h"
#include "probe/admission/counted.h"
#include "probe/admission/resting.h"
#include "probe/event/birth.h"
#include "probe/census/moments.h"
#include "probe/event/change.h"
#include "probe/event/hook_guard.h"
#include "probe/event/initialization.h"
#include "probe/event/place.h"
#include "probe/state/turn.h"

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
        .kinds_alive = entry_count_path.kinds_alive,
        .seen = -SHORT_WAYS_MOST,
        .counted = -SHORT_WAYS_MOST,
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
    thread = hook_enter(again);
    if (thread == NULL) {
        return true;
    }
    done = index != 0 ? change_known(thread, index, frame, base_pointer, again)
           : counted  ? change_counted(thread, frame, base_pointer, again)
                      : birth(thread, frame, base_pointer, again);
    if (done) {
        hook_leave();
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

/* What signal handlers do meanwhile is no time to look. */
void
hook_tick(const struct hook_frame *frame)
{
    bool may = recorder.recording && !recorder.busy && !recorder.paused &&
               !initialization_lasts() && thread_record_here() != NULL;

    if (may) {
        moments_poll(hook_enter(false), place_stack_pointer(frame));
        hook_leave();
    }
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
