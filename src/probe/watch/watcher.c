#include "probe/watch/watcher.h"

#include "arch/cpu.h"
#include "probe/admission/resting.h"
#include "probe/images/stub_places.h"
#include "probe/state/recorder.h"
#include "probe/watch/growing.h"
#include "probe/watch/life_steps.h"
#include "probe/watch/loss.h"

#include <stddef.h>

enum {
    FOR_EXITS = 1,              /* breakpoints that are left to them */
    FRAMES_BORROW = 0x030e0000, /* from this version on, what they load */
};

struct watcher_counts watcher_counts;
struct watcher_pulse watcher_pulse;

/* While the slot is watched, somebody is told before its owner changes: when it
 * dies, it has not been gone yet. */
static void
mark_owner(struct watcher *watcher)
{
    uint32_t owner = watcher->slot.owner;
    struct ledger_account *account = store_account(&recorder.store, owner);

    watcher->owner_marked =
        owner != 0 && (account->flags & LEDGER_ACCOUNT_WATCHED) == 0;
    if (watcher->owner_marked) {
        resting_wake(owner);
        account->flags |= LEDGER_ACCOUNT_WATCHED;
    }
}

static void
leave_owner(struct watcher *watcher)
{
    uint32_t owner = watcher->slot.owner;

    if (watcher->owner_marked && !life_steps_follow(owner) &&
        watcher_is_same(owner, watcher->slot.owner_serial)) {
        store_account(&recorder.store, owner)->flags &=
            (uint8_t)~LEDGER_ACCOUNT_WATCHED;
    }
    watcher->owner_marked = false;
}

static void
disarm(struct watcher *watcher)
{
    if (watcher->breakpoint.ring != NULL) {
        leave_owner(watcher);
        breakpoint_remove(&watcher->breakpoint);
        watcher_counts.breakpoints--;
    }
}

void
watcher_falls_asleep(bool was_awake)
{
    watcher_pulse.awake -= was_awake;
    recorder.owners_wanted &= watcher_pulse.awake > 0;
}

void
watcher_give_up(struct watcher *watcher)
{
    if (watcher->state >= WATCH_LOOK &&
        watcher_is_same(watcher->account, watcher->serial) &&
        !life_steps_follow(watcher->account)) {
        store_account(&recorder.store, watcher->account)->flags &=
            (uint8_t)~LEDGER_ACCOUNT_WATCHED;
    }
    disarm(watcher);
    watcher_falls_asleep(watcher->state != WATCH_IDLE);
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
    return watcher_counts.breakpoints < CPU_BREAKPOINTS - FOR_EXITS;
}

static bool
owner_is_gone(const struct watcher *watcher)
{
    return watcher->slot.owner != 0 &&
           !watcher_is_same(watcher->slot.owner, watcher->slot.owner_serial);
}

bool
watcher_arm(struct watcher *watcher, const struct slot_target *target)
{
    if (!slot_choose(target, &watcher->slot)) {
        return false;
    }
    /* An owner that is gone gives it back just now, or did. */
    if (!watcher_may_arm() || owner_is_gone(watcher)) {
        return true;
    }
    if (!breakpoint_set(&watcher->breakpoint, watcher->slot.address)) {
        watcher_counts.refused = watcher_counts.breakpoints == 0;
        return true;
    }
    watcher_counts.breakpoints++;
    watcher_counts.armed++;
    watcher->state = WATCH_ARMED;
    watcher->events = 0;
    watcher->owner_gone = false;
    mark_owner(watcher);
    return true;
}

void
watcher_write_loss(struct watcher *watcher)
{
    struct ledger_loss loss = {
        .serial = watcher->serial,
        .slot = watcher->slot.address,
        .account = watcher->account,
        .changes = watcher->changes,
        .owner_type = watcher->slot.owner_type,
        .owner_offset = watcher->slot.owner_offset,
        .owner_birth = watcher->slot.owner_birth,
    };

    if (watcher->pc != 0) {
        loss.writer = stack_tree_native(&recorder.tree, 0, LEDGER_NODE_RETURN,
                                        stub_places_find(watcher->pc));
    }
    if (watcher->owner_gone) {
        loss.disposer = loss_disposer(watcher->slot.owner_type);
    }
    watcher_counts.losses += loss_write(&loss);
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

/*
 * Nothing but its birth: what stands in it may be older than the owner. Where
 * frames borrow what they use, its count may never change again: there it has
 * been made when the slot has outlived an event.
 */
static bool
owner_is_being_made(const struct watcher *watcher)
{
    bool borrows = recorder.layout->hexversion_first >= FRAMES_BORROW;

    return watcher->slot.owner != 0 &&
           store_account(&recorder.store, watcher->slot.owner)->changes <= 1 &&
           !(borrows && watcher->events > 1);
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
