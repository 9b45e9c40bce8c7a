#include "probe/watch/watcher.h"

#include "cpython/memory.h"
#include "probe/admission/resting.h"
#include "probe/images/stub_places.h"
#include "probe/state/recorder.h"
#include "probe/watch/growing.h"

#include <stddef.h>

enum {
    BREAKPOINTS = 4, /* that an x86 processor has */
    LOSSES_MAX = 1024,
};

struct watcher_counts watcher_counts;
struct watcher_pulse watcher_pulse;

bool
watcher_is_same(uint32_t account, uint64_t serial)
{
    const struct ledger_account *now = store_account(&recorder.store, account);

    return now->state != LEDGER_ACCOUNT_FREE && now->serial == serial;
}

static void
disarm(struct watcher *watcher)
{
    if (watcher->breakpoint.ring != NULL) {
        breakpoint_remove(&watcher->breakpoint);
        watcher_counts.breakpoints--;
    }
}

void
watcher_give_up(struct watcher *watcher)
{
    if (watcher->state >= WATCH_LOOK &&
        watcher_is_same(watcher->account, watcher->serial)) {
        store_account(&recorder.store, watcher->account)->flags &=
            (uint8_t)~LEDGER_ACCOUNT_WATCHED;
    }
    disarm(watcher);
    watcher_pulse.awake -= watcher->state != WATCH_IDLE;
    watcher->state = WATCH_IDLE;
}

void
watcher_look_again(struct watcher *watcher)
{
    disarm(watcher);
    watcher->state = WATCH_LOOK;
    watcher->events = 0;
}

void
watcher_follow(struct watcher *watcher, uint32_t index)
{
    struct ledger_account *account = store_account(&recorder.store, index);

    resting_wake(index);
    account->flags |= LEDGER_ACCOUNT_WATCHED;
    watcher->account = index;
    watcher->serial = account->serial;
    watcher->object = account->object;
    watcher->looks = 0;
    watcher_counts.followed++;
    watcher_look_again(watcher);
}

bool
watcher_may_arm(void)
{
    return watcher_counts.breakpoints < BREAKPOINTS;
}

void
watcher_arm(struct watcher *watcher, const struct slot_target *target)
{
    bool chosen = slot_choose(target, &watcher->slot);

    growing_tell(watcher->kind, chosen);
    if (!watcher_may_arm() || !chosen) {
        return;
    }
    if (!breakpoint_set(&watcher->breakpoint, watcher->slot.address)) {
        watcher_counts.refused = watcher_counts.breakpoints == 0;
        return;
    }
    watcher_counts.breakpoints++;
    watcher_counts.armed++;
    watcher->state = WATCH_ARMED;
    watcher->events = 0;
    watcher->owner_gone = false;
}

/* tp_clear stands behind tp_traverse in all versions. */
static uint64_t
disposer_of(uint32_t number)
{
    const struct python_layout *layout = recorder.layout;
    uint64_t type = store_type(&recorder.store, number)->address;
    uint64_t clear = layout->owners.type_traverse != 0
                         ? load64(type + layout->owners.type_traverse + 8)
                         : 0;

    return clear != 0 ? clear : load64(type + layout->type.dealloc);
}

void
watcher_write_loss(struct watcher *watcher)
{
    uint32_t record = *recorder.store.tables[LEDGER_LOSSES].used < LOSSES_MAX
                          ? store_add(&recorder.store, LEDGER_LOSSES, 1)
                          : 0;
    struct ledger_loss *loss;

    if (record == 0) {
        return;
    }
    watcher_counts.losses++;
    loss = store_loss(&recorder.store, record);
    loss->serial = watcher->serial;
    loss->account = watcher->account;
    loss->changes = watcher->changes;
    loss->slot = watcher->slot.address;
    loss->owner_type = watcher->slot.owner_type;
    loss->owner_offset = watcher->slot.owner_offset;
    loss->owner_birth = watcher->slot.owner_birth;
    if (watcher->pc != 0) {
        loss->writer = stack_tree_native(&recorder.tree, 0, LEDGER_NODE_RETURN,
                                         stub_places_find(watcher->pc));
    }
    if (watcher->owner_gone) {
        loss->disposer =
            stack_tree_native(&recorder.tree, 0, LEDGER_NODE_RETURN,
                              disposer_of(watcher->slot.owner_type) + 1);
    }
}

static bool
owner_is_gone(const struct watcher *watcher)
{
    return watcher->slot.owner != 0 &&
           !watcher_is_same(watcher->slot.owner, watcher->slot.owner_serial);
}

static void
lost(struct watcher *watcher, uint64_t pc)
{
    watcher->pc = pc;
    watcher->owner_gone = owner_is_gone(watcher);
    watcher->changes =
        store_account(&recorder.store, watcher->account)->changes;
    watcher->state = WATCH_LOST;
    watcher->events = 0;
    disarm(watcher);
}

/* Nothing but its birth: what stands in it may be older than the owner. */
static bool
owner_is_being_made(const struct watcher *watcher)
{
    return watcher->slot.owner != 0 &&
           store_account(&recorder.store, watcher->slot.owner)->changes <= 1;
}

/* Some stores trip a breakpoint although they leave these bytes alone. */
void
watcher_poll(struct watcher *watcher)
{
    uint64_t pc = breakpoint_next(&watcher->breakpoint);

    if (pc != 0 && !slot_holds(&watcher->slot, watcher->object)) {
        if (owner_is_being_made(watcher) ||
            slot_holds_through(&watcher->slot, watcher->object)) {
            watcher_look_again(watcher);
            return;
        }
        lost(watcher, pc);
    }
    else if (owner_is_gone(watcher)) {
        lost(watcher, 0);
    }
}
