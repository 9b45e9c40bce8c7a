#include "probe/watch/watchers.h"

#include "probe/state/recorder.h"
#include "probe/state/suspects.h"
#include "probe/watch/exit_watch.h"
#include "probe/watch/growing.h"
#include "probe/watch/slot_search.h"
#include "probe/watch/watcher.h"
#include "probe/watch/young.h"

#include <stddef.h>

enum {
    WATCHERS = 12,
    FOR_ALONE = 2,        /* of them, for objects that stand alone */
    FOLLOWERS_MAX = 4,    /* watchers for objects of one kind */
    LOOKS_MAX = 12,       /* searches for a slot of one object */
    YOUNG_LOOKS = 16,     /* events of one at which young objects are asked */
    BIRTH_PATIENCE = 512, /* events ... */
    LOOK_PATIENCE = 128,  /* ... for a slot to be found; */
    ARMED_PATIENCE = 256, /* ... that a watcher waits for its own */
    EVENTS_LONG = 32,     /* after which another may have its turn */
    SETTLED_MAX = 3,      /* references of an object that came to rest */
    CONFIRM = 2,          /* events without a release until a loss counts */
};

static struct watcher watchers[WATCHERS];
static struct slot_target targets[WATCHERS];
static uint32_t turn; /* whose turn it is to start */

/* What has waited long may wait for ever: another object's slot comes next. */
static void
free_breakpoint(void)
{
    struct watcher *longest = NULL;

    for (int i = 0; i < WATCHERS && !watcher_may_arm(); i++) {
        if (watchers[i].state == WATCH_ARMED &&
            watchers[i].events > EVENTS_LONG &&
            (longest == NULL || watchers[i].events > longest->events)) {
            longest = &watchers[i];
        }
    }
    if (longest != NULL) {
        watcher_give_up(longest);
    }
}

static void
look(void)
{
    bool urgent = false;

    if (watcher_pulse.importing) {
        return;
    }
    free_breakpoint();
    for (int i = 0; i < WATCHERS; i++) {
        targets[i].object =
            watchers[i].state == WATCH_LOOK ? watchers[i].object : 0;
        urgent |= targets[i].object != 0 && watchers[i].kind.alone;
    }
    if (!watcher_may_arm() || !slot_search(targets, WATCHERS, urgent)) {
        return;
    }
    for (int i = 0; i < WATCHERS; i++) {
        struct watcher *watcher = &watchers[i];

        if (targets[i].object == 0) {
            continue;
        }
        if (++watcher->looks > LOOKS_MAX) {
            watcher_give_up(watcher);
        }
        else if (targets[i].found > SLOT_FOUND_MAX) {
            growing_leave_out(watcher->kind); /* known to everybody */
            watcher_give_up(watcher);
        }
        else {
            growing_tell(watcher->kind, watcher_arm(watcher, &targets[i]));
        }
    }
}

/* Objects that were born or changed just now may be held by what is made next.
 */
static bool
await_owners(void)
{
    bool any = false;

    recorder.owners_wanted = exit_watch_awaits_owners();
    if (watcher_pulse.importing || !watcher_may_arm()) {
        return false;
    }
    for (int i = 0; i < WATCHERS; i++) {
        bool looks =
            watchers[i].state == WATCH_LOOK && watchers[i].events < YOUNG_LOOKS;

        targets[i].object = looks ? watchers[i].object : 0;
        any |= looks;
    }
    recorder.owners_wanted |= any;
    return any;
}

/* Whether one was made to hold it. */
static void
look_at_young(void)
{
    if (!await_owners() || !young_search(targets, WATCHERS)) {
        return;
    }
    for (int i = 0; i < WATCHERS; i++) {
        if (targets[i].object != 0 && targets[i].found > 0 &&
            watcher_arm(&watchers[i], &targets[i])) {
            growing_tell(watchers[i].kind, true);
        }
    }
}

/* Longer with every try. */
static uint32_t
patience(const struct watcher *watcher)
{
    uint32_t tries = growing_picked(watcher->kind) / 4;

    return (uint32_t)ARMED_PATIENCE << (tries < 3 ? tries : 3);
}

/* Another object of the kind comes next, or another slot of this one. */
static void
finish(struct watcher *watcher)
{
    if (watcher->kind.alone && watcher->looks < LOOKS_MAX) {
        watcher_look_again(watcher);
    }
    else {
        watcher_give_up(watcher);
    }
}

static void
advance(struct watcher *watcher)
{
    watcher->events++;
    if (watcher->state >= WATCH_LOOK &&
        !watcher_is_same(watcher->account, watcher->serial)) {
        watcher_give_up(watcher);
        return;
    }
    switch (watcher->state) {
    case WATCH_LOOK:
        if (watcher->events == 1 || watcher->events == 8 ||
            watcher->events == 64) {
            look();
        }
        else if (watcher->events > LOOK_PATIENCE) {
            watcher_give_up(watcher);
        }
        break;
    case WATCH_ARMED:
        watcher_poll(watcher);
        if (watcher->state == WATCH_ARMED &&
            watcher->events > patience(watcher)) {
            watcher_give_up(watcher);
        }
        break;
    case WATCH_LOST:
        if (watcher->events >= CONFIRM) {
            watcher_write_loss(watcher);
            finish(watcher);
        }
        break;
    case WATCH_BIRTH:
        if (watcher->events > suspects_patience(BIRTH_PATIENCE)) {
            watcher_give_up(watcher);
        }
        break;
    case WATCH_IDLE:
        break;
    }
}

void
watchers_advance(void)
{
    look_at_young();
    for (int i = 0; i < WATCHERS; i++) {
        if (watchers[i].state != WATCH_IDLE) {
            advance(&watchers[i]);
        }
    }
}

static bool
may_start(struct kind kind)
{
    int count = 0;

    for (int i = 0; i < WATCHERS; i++) {
        count += watchers[i].state != WATCH_IDLE &&
                 watchers[i].kind.key == kind.key &&
                 watchers[i].kind.alone == kind.alone;
    }
    return count < (kind.alone ? 1 : FOLLOWERS_MAX) &&
           !(kind.alone && exit_watch_follows(kind.key));
}

/* False: nothing grows that it could follow. */
static bool
start(struct watcher *watcher)
{
    struct kind kind = growing_pick(watcher < watchers + FOR_ALONE, may_start);

    if (kind.key == 0) {
        return false;
    }
    watcher->kind = kind;
    watcher->events = 0;
    watcher_pulse.awake++;
    if (watcher->kind.alone) {
        watcher_follow(watcher, watcher->kind.key);
    }
    else {
        watcher->state = WATCH_BIRTH;
        growing_ask(kind);
    }
    return true;
}

bool
watchers_start_next(bool may)
{
    struct watcher *next = &watchers[turn++ % WATCHERS];

    return may && next->state == WATCH_IDLE && start(next);
}

void
watchers_born(uint32_t account)
{
    uint32_t key = growing_key(account);

    for (int i = 0; i < WATCHERS; i++) {
        if (watchers[i].state == WATCH_BIRTH && !watchers[i].kind.alone &&
            watchers[i].kind.key == key) {
            watcher_follow(&watchers[i], account);
            recorder.owners_wanted = true;
            break;
        }
    }
}

/* What was needed to make its owner has been given back: it has come to rest. */
static void
look_for_owner(struct watcher *watcher, bool released)
{
    if (!released) {
        return;
    }
    look_at_young();
    if (watcher->state == WATCH_LOOK &&
        (watcher->kind.alone ||
         store_account(&recorder.store, watcher->account)->references <=
             SETTLED_MAX)) {
        look();
    }
}

void
watchers_changed(uint32_t account, bool released)
{
    for (int i = 0; i < WATCHERS; i++) {
        struct watcher *watcher = &watchers[i];

        if (watcher->state == WATCH_ARMED && watcher->slot.owner == account) {
            watcher_poll(watcher);
        }
        if (watcher->state < WATCH_LOOK || watcher->account != account) {
            continue;
        }
        if (watcher->state == WATCH_ARMED) {
            watcher_poll(watcher);
        }
        if (watcher->state == WATCH_LOST && released) {
            watcher_look_again(watcher); /* it was given back, or moved on */
        }
        else if (watcher->state == WATCH_LOOK) {
            watcher->events = 0;
            look_for_owner(watcher, released);
        }
    }
}

bool
watchers_follow(uint32_t account)
{
    bool follows = false;

    for (int i = 0; i < WATCHERS; i++) {
        follows |=
            watchers[i].state >= WATCH_LOOK && watchers[i].account == account;
    }
    return follows;
}

void
watchers_end(void)
{
    for (int i = 0; i < WATCHERS; i++) {
        if (watchers[i].state == WATCH_LOST &&
            watcher_is_same(watchers[i].account, watchers[i].serial)) {
            watcher_write_loss(&watchers[i]);
        }
        watcher_give_up(&watchers[i]);
    }
}

void
watchers_forget(void)
{
    recorder.owners_wanted = false;
    for (int i = 0; i < WATCHERS; i++) {
        watchers[i].state = WATCH_IDLE;
        breakpoint_forget(&watchers[i].breakpoint);
    }
    watcher_pulse.awake = 0;
    watcher_counts.breakpoints = 0;
}
