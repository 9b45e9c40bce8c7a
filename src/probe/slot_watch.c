#include "probe/slot_watch.h"

#include "base/note.h"
#include "cpython/memory.h"
#include "probe/breakpoint.h"
#include "probe/growing.h"
#include "probe/recorder.h"
#include "probe/resting.h"
#include "probe/slot_search.h"
#include "probe/stub_places.h"

#include <errno.h>
#include <stddef.h>

enum {
    WATCHERS = 12,
    FOR_ALONE = 2,        /* of them, for objects that stand alone */
    FOLLOWERS_MAX = 4,    /* watchers for objects of one kind */
    BREAKPOINTS = 4,      /* that an x86 processor has */
    LOOKS_MAX = 12,       /* searches for a slot of one object */
    BIRTH_PATIENCE = 512, /* events ... */
    ARMED_PATIENCE = 256, /* ... that a watcher waits for its own */
    EVENTS_LONG = 32,     /* after which another may have its turn */
    SETTLED_MAX = 3,      /* references of an object that came to rest */
    CONFIRM = 2,          /* events without a release until a loss counts */
    LOSSES_MAX = 1024,
};

enum watch_state {
    WATCH_IDLE,
    WATCH_BIRTH, /* waits for an object of the kind */
    WATCH_LOOK,  /* has an object, looks for a slot that holds it */
    WATCH_ARMED, /* a breakpoint is on that slot */
    WATCH_LOST,  /* it holds something else now */
};

struct watcher {
    enum watch_state state;
    struct kind kind;
    uint32_t account;
    uint64_t serial, object;
    uint32_t events; /* since it came into its state, or the object changed */
    uint32_t looks;
    struct slot slot;
    struct breakpoint breakpoint;
    uint64_t pc;
    bool owner_gone;
    uint32_t changes; /* of the object, when the loss was seen */
};

struct slot_watch_pulse slot_watch_pulse;

static struct watcher watchers[WATCHERS];
static struct slot_target targets[WATCHERS];
static int breakpoints;                  /* in use */
static uint32_t turn;                    /* whose turn it is to start */
static bool refused;                     /* by the kernel */
static uint32_t followed, armed, losses; /* for REFTALLY_DEBUG */

void
slot_watch_init(void)
{
    recorder.slot_watch = recorder.options.watch && recorder.options.frames &&
                          recorder.stack_mode == LEDGER_STACK_FULL;
    slot_watch_forget();
}

void
slot_watch_forget(void)
{
    for (int i = 0; i < WATCHERS; i++) {
        watchers[i].state = WATCH_IDLE;
        breakpoint_forget(&watchers[i].breakpoint);
    }
    slot_watch_pulse.awake = 0;
    breakpoints = 0;
    slot_search_forget();
}

static bool
is_same(uint32_t account, uint64_t serial)
{
    const struct ledger_account *now = store_account(&recorder.store, account);

    return now->state != LEDGER_ACCOUNT_FREE && now->serial == serial;
}

static void
disarm(struct watcher *watcher)
{
    if (watcher->breakpoint.ring != NULL) {
        breakpoint_remove(&watcher->breakpoint);
        breakpoints--;
    }
}

static void
give_up(struct watcher *watcher)
{
    if (watcher->state >= WATCH_LOOK &&
        is_same(watcher->account, watcher->serial)) {
        store_account(&recorder.store, watcher->account)->flags &=
            (uint8_t)~LEDGER_ACCOUNT_WATCHED;
    }
    disarm(watcher);
    slot_watch_pulse.awake -= watcher->state != WATCH_IDLE;
    watcher->state = WATCH_IDLE;
}

static void
look_again(struct watcher *watcher)
{
    disarm(watcher);
    watcher->state = WATCH_LOOK;
    watcher->events = 0;
}

static void
follow(struct watcher *watcher, uint32_t index)
{
    struct ledger_account *account = store_account(&recorder.store, index);

    resting_wake(index);
    account->flags |= LEDGER_ACCOUNT_WATCHED;
    watcher->account = index;
    watcher->serial = account->serial;
    watcher->object = account->object;
    watcher->looks = 0;
    followed++;
    look_again(watcher);
}

/* ---- a slot ---- */

static void
arm(struct watcher *watcher, const struct slot_target *target)
{
    bool chosen = slot_choose(target, &watcher->slot);

    growing_tell(watcher->kind, chosen);
    if (breakpoints == BREAKPOINTS || !chosen) {
        return;
    }
    if (!breakpoint_set(&watcher->breakpoint, watcher->slot.address)) {
        refused = breakpoints == 0;
        return;
    }
    breakpoints++;
    armed++;
    watcher->state = WATCH_ARMED;
    watcher->events = 0;
    watcher->owner_gone = false;
}

/* What has waited long may wait for ever: another object's slot comes next. */
static void
free_breakpoint(void)
{
    struct watcher *longest = NULL;

    for (int i = 0; i < WATCHERS && breakpoints == BREAKPOINTS; i++) {
        if (watchers[i].state == WATCH_ARMED &&
            watchers[i].events > EVENTS_LONG &&
            (longest == NULL || watchers[i].events > longest->events)) {
            longest = &watchers[i];
        }
    }
    if (longest != NULL) {
        give_up(longest);
    }
}

static void
look(void)
{
    bool urgent = false;

    free_breakpoint();
    for (int i = 0; i < WATCHERS; i++) {
        targets[i].object =
            watchers[i].state == WATCH_LOOK ? watchers[i].object : 0;
        urgent |= targets[i].object != 0 && watchers[i].kind.alone;
    }
    if (breakpoints == BREAKPOINTS || !slot_search(targets, WATCHERS, urgent)) {
        return;
    }
    for (int i = 0; i < WATCHERS; i++) {
        struct watcher *watcher = &watchers[i];

        if (targets[i].object == 0) {
            continue;
        }
        if (++watcher->looks > LOOKS_MAX) {
            give_up(watcher);
        }
        else if (targets[i].found > SLOT_FOUND_MAX) {
            growing_leave_out(watcher->kind); /* known to everybody */
            give_up(watcher);
        }
        else {
            arm(watcher, &targets[i]);
        }
    }
}

/* ---- a loss ---- */

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

static void
write_loss(struct watcher *watcher)
{
    uint32_t record = *recorder.store.tables[LEDGER_LOSSES].used < LOSSES_MAX
                          ? store_add(&recorder.store, LEDGER_LOSSES, 1)
                          : 0;
    struct ledger_loss *loss;

    if (record == 0) {
        return;
    }
    losses++;
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
           !is_same(watcher->slot.owner, watcher->slot.owner_serial);
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

/* Some stores trip a breakpoint although they leave these bytes alone. */
static void
poll(struct watcher *watcher)
{
    uint64_t pc = breakpoint_next(&watcher->breakpoint);

    if (pc != 0 && !slot_holds(&watcher->slot, watcher->object)) {
        lost(watcher, pc);
    }
    else if (owner_is_gone(watcher)) {
        lost(watcher, 0);
    }
}

/* ---- events ---- */

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
        look_again(watcher);
    }
    else {
        give_up(watcher);
    }
}

static void
advance(struct watcher *watcher)
{
    watcher->events++;
    if (watcher->state >= WATCH_LOOK &&
        !is_same(watcher->account, watcher->serial)) {
        give_up(watcher);
        return;
    }
    switch (watcher->state) {
    case WATCH_LOOK:
        if (watcher->events == 1 || watcher->events == 8 ||
            watcher->events == 64) {
            look();
        }
        break;
    case WATCH_ARMED:
        poll(watcher);
        if (watcher->state == WATCH_ARMED &&
            watcher->events > patience(watcher)) {
            give_up(watcher);
        }
        break;
    case WATCH_LOST:
        if (watcher->events >= CONFIRM) {
            write_loss(watcher);
            finish(watcher);
        }
        break;
    case WATCH_BIRTH:
        if (watcher->events > BIRTH_PATIENCE) {
            give_up(watcher);
        }
        break;
    case WATCH_IDLE:
        break;
    }
}

static void
advance_all(void)
{
    for (int i = 0; i < WATCHERS; i++) {
        advance(&watchers[i]);
    }
}

static int
followers(struct kind kind)
{
    int count = 0;

    for (int i = 0; i < WATCHERS; i++) {
        count += watchers[i].state != WATCH_IDLE &&
                 watchers[i].kind.key == kind.key &&
                 watchers[i].kind.alone == kind.alone;
    }
    return count;
}

static void
start(struct watcher *watcher)
{
    struct kind kind = growing_pick(watcher < watchers + FOR_ALONE);

    if (kind.key == 0 || followers(kind) == (kind.alone ? 1 : FOLLOWERS_MAX)) {
        return;
    }
    watcher->kind = kind;
    watcher->events = 0;
    slot_watch_pulse.awake++;
    if (watcher->kind.alone) {
        follow(watcher, watcher->kind.key);
        return;
    }
    watcher->state = WATCH_BIRTH;
}

void
slot_watch_step(bool survey)
{
    int kept_errno = errno;

    if (refused) {
        slot_watch_end();
    }
    else if (growing_survey(survey) || slot_watch_pulse.awake > 0) {
        struct watcher *next = &watchers[turn++ % WATCHERS];

        slot_search_prepare();
        if (next->state == WATCH_IDLE) {
            start(next);
        }
        advance_all();
    }
    errno = kept_errno;
}

void
slot_watch_birth(uint32_t account)
{
    int kept_errno = errno;
    uint32_t birth = store_account(&recorder.store, account)->birth;

    if (slot_watch_pulse.awake == 0) {
        return;
    }
    advance_all();
    for (int i = 0; i < WATCHERS; i++) {
        if (watchers[i].state == WATCH_BIRTH && watchers[i].kind.key == birth) {
            follow(&watchers[i], account);
            break;
        }
    }
    errno = kept_errno;
}

void
slot_watch_change(uint32_t account, bool released)
{
    int kept_errno = errno;

    for (int i = 0; i < WATCHERS; i++) {
        struct watcher *watcher = &watchers[i];

        if (watcher->state < WATCH_LOOK || watcher->account != account) {
            continue;
        }
        if (watcher->state == WATCH_ARMED) {
            poll(watcher);
        }
        if (watcher->state == WATCH_LOST && released) {
            look_again(watcher); /* it was given back, or moved on */
        }
        else if (watcher->state == WATCH_LOOK) {
            watcher->events = 0;
            if (released &&
                (watcher->kind.alone ||
                 store_account(&recorder.store, account)->references <=
                     SETTLED_MAX)) {
                look();
            }
        }
    }
    errno = kept_errno;
}

void
slot_watch_end(void)
{
    for (int i = 0; i < WATCHERS; i++) {
        if (watchers[i].state == WATCH_LOST &&
            is_same(watchers[i].account, watchers[i].serial)) {
            write_loss(&watchers[i]);
        }
        give_up(&watchers[i]);
    }
    if (recorder.options.debug && recorder.slot_watch) {
        uint64_t microseconds;
        uint32_t searches = slot_search_cost(&microseconds);

        note("slots: %lu objects followed, %lu searches in %lu us, %lu "
             "breakpoints, %lu losses",
             (unsigned long)followed, (unsigned long)searches,
             (unsigned long)microseconds, (unsigned long)armed,
             (unsigned long)losses);
    }
    slot_search_end();
    recorder.slot_watch = false;
}
