#include "probe/event/several.h"

#include "base/system.h"
#include "cpython/memory.h"
#include "probe/event/quick_entry.h"
#include "probe/images/image_patch.h"
#include "probe/stack/thread_records.h"
#include "probe/state/recorder.h"
#include "probe/state/short_ways.h"
#include "probe/state/turn.h"
#include "probe/watch/slot_watch.h"

/* PyInterpreterConfig, Include/cpython/pylifecycle.h: seven ints since 3.12. */
enum {
    CONFIG_LOCK = 24,
    LOCK_OWN = 2, /* PyInterpreterConfig_OWN_GIL */
};

/*
 * Nobody else is in a hook now, but a thread without the lock may be in a
 * stub, and finds that the last change was not its own.
 */
static void
begin(void)
{
    if (system_is_sealed() || !image_patch_count_nothing_short() ||
        !turn_take()) {
        return;
    }
    entry_count_path.thread_state = 1;
    short_ways_tally();
    quick_entry_forget();
    slot_watch_end(); /* it searches memory that others are writing */
    recorder.several = true;
}

void
several_begin(uint64_t config)
{
    thread_records_look_again();
    if (load32(config + CONFIG_LOCK) != LOCK_OWN) {
        return;
    }
    if (!recorder.several) {
        begin();
    }
    recorder.store.header->own_locks++;
}

/* It is still that one's, and no other has ended it meanwhile. */
static bool
is_still_moving(const struct thread_record *thread)
{
    const struct ledger_account *account =
        store_account(&recorder.store, thread->moving);

    return thread->moving != 0 && account->state != LEDGER_ACCOUNT_FREE &&
           account->serial == thread->moving_serial;
}

void
several_resume(struct thread_record *thread)
{
    recorder.moving = is_still_moving(thread) ? thread->moving : 0;
}

void
several_leave(struct thread_record *thread)
{
    uint32_t moving = recorder.moving;

    thread->moving = moving;
    thread->moving_serial =
        moving == 0 ? 0 : store_account(&recorder.store, moving)->serial;
    recorder.moving = 0;
    recorder.moving_counted = 0;
}
