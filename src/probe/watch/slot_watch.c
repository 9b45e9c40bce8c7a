#include "probe/watch/slot_watch.h"

#include "base/clock.h"
#include "base/note.h"
#include "probe/state/recorder.h"
#include "probe/state/suspects.h"
#include "probe/watch/exit_watch.h"
#include "probe/watch/growing.h"
#include "probe/watch/life_steps.h"
#include "probe/watch/slot_search.h"
#include "probe/watch/watch_time.h"
#include "probe/watch/watcher.h"
#include "probe/watch/young.h"

#include <errno.h>
#include <stddef.h>

enum {
    WATCHERS = 12,
    FOR_ALONE = 2,        /* of them, for objects that stand alone */
    FOLLOWERS_MAX = 4,    /* watchers for objects of one kind */
    LOOKS_MAX = 12,       /* searches for a slot of one object */
    YOUNG_LOOKS = 16,     /* events of one at which young objects are asked */
    BIRTH_PATIENCE = 512, /* events ... */
    ARMED_PATIENCE = 256, /* ... that a watcher waits for its own */
    EVENTS_LONG = 32,     /* after which another may have its turn */
    SETTLED_MAX = 3,      /* references of an object that came to rest */
    CONFIRM = 2,          /* events without a release until a loss counts */
    NAP_MIN = 16,         /* entries between two looks at what grows: as many */
    NAP_MAX = 1024,       /* ... as come in about so much time */
    NAP_NS = 100000,
};

static struct watcher watchers[WATCHERS];
static struct slot_target targets[WATCHERS];
static uint32_t turn;  /* whose turn it is to start */
static bool importing; /* at the last survey */
static struct {
    uint32_t length;  /* entries */
    uint32_t entries; /* since the last survey, while somebody is awake */
    int64_t begin_ns;
} nap;

void
slot_watch_init(void)
{
    recorder.slot_watch = recorder.options.watch && recorder.options.frames &&
                          recorder.stack_mode == LEDGER_STACK_FULL;
    nap.length = NAP_MIN;
    watcher_pulse.quick = recorder.slot_watch ? NAP_MAX : INT64_MAX;
    slot_watch_forget();
}

void
slot_watch_forget(void)
{
    for (int i = 0; i < WATCHERS; i++) {
        watchers[i].state = WATCH_IDLE;
        breakpoint_forget(&watchers[i].breakpoint);
    }
    exit_watch_forget();
    life_steps_forget();
    watch_time_forget();
    slot_search_forget();
    watcher_pulse.awake = 0;
    watcher_counts.breakpoints = 0;
}

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

    if (importing) {
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

/* Whether one was made to hold it. */
static void
look_at_young(void)
{
    bool any = false;

    if (importing || !watcher_may_arm()) {
        return;
    }
    for (int i = 0; i < WATCHERS; i++) {
        bool looks =
            watchers[i].state == WATCH_LOOK && watchers[i].events < YOUNG_LOOKS;

        targets[i].object = looks ? watchers[i].object : 0;
        any |= looks;
    }
    if (!any || !young_search(targets, WATCHERS)) {
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

static void
advance_all(void)
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

static void
start(struct watcher *watcher)
{
    struct kind kind = growing_pick(watcher < watchers + FOR_ALONE, may_start);

    if (kind.key == 0) {
        return;
    }
    watcher->kind = kind;
    watcher->events = 0;
    watcher_pulse.awake++;
    nap.entries = 0;
    if (watcher->kind.alone) {
        watcher_follow(watcher, watcher->kind.key);
        return;
    }
    watcher->state = WATCH_BIRTH;
    growing_ask(kind);
}

/* How many entries may pass until the next look. */
static int64_t
nap_length(int64_t now_ns)
{
    int64_t lasted = now_ns - nap.begin_ns;

    if (!growing_can_count() || (lasted < NAP_NS && nap.length < NAP_MAX)) {
        nap.length = nap.length < NAP_MAX ? 2 * nap.length : NAP_MAX;
    }
    else if (lasted > 4 * NAP_NS && nap.length > NAP_MIN) {
        nap.length /= 2;
    }
    nap.begin_ns = now_ns;
    return nap.length;
}

static void
step(const struct moment *moment, bool survey, int64_t now_ns)
{
    bool exits = false;

    /* All frames are looked at: not without need. */
    if (survey && (watcher_pulse.awake > 0 || growing_is_pending(now_ns))) {
        importing = activation_import(moment->thread, moment->live) >= 0 ||
                    activation_imports(moment->thread, moment->live);
    }
    if (watcher_counts.refused) {
        slot_watch_end();
    }
    else if (importing) {
        advance_all();
    }
    else if (growing_survey(survey, now_ns) || watcher_pulse.awake > 0) {
        struct watcher *next = &watchers[turn++ % WATCHERS];

        if (moment->enters) {
            slot_search_prepare();
        }
        if (next->state == WATCH_IDLE && watch_time_allows()) {
            start(next);
        }
        advance_all();
        exits = watch_time_allows();
    }
    exit_watch_tick(moment, exits);
}

static void
take_time(const struct moment *moment)
{
    int kept_errno = errno;
    bool asleep = watcher_pulse.awake == 0,
         survey = asleep || ++nap.entries % NAP_MIN == 0;
    uint32_t passed = asleep ? nap.length : NAP_MIN;
    int64_t now_ns =
        survey && growing_can_count() ? clock_ns(CLOCK_MONOTONIC) : 0;

    step(moment, survey, now_ns);
    if (now_ns != 0) {
        watch_time_passes(passed, now_ns, watcher_pulse.awake > 0);
    }
    if (!recorder.slot_watch) {
        watcher_pulse.quick = INT64_MAX;
    }
    else if (watcher_pulse.awake > 0) {
        watcher_pulse.quick = 0;
    }
    else {
        watcher_pulse.quick = nap_length(now_ns);
    }
    errno = kept_errno;
}

static void
take_time_at(const struct thread_record *thread, int32_t live,
             uint64_t stack_pointer, bool enters)
{
    if (live >= 0) { /* else there was no memory for activations, or none */
        take_time(&(struct moment){ thread, live, stack_pointer,
                                    thread->activations[live].stack_pointer,
                                    enters });
    }
}

void
slot_watch_entry(const struct thread_record *thread)
{
    int32_t live = thread->count - 1;

    take_time_at(thread, live,
                 live >= 0 ? thread->activations[live].stack_pointer : 0, true);
}

void
slot_watch_long_birth(struct thread_record *thread, uint64_t stack_pointer)
{
    take_time_at(thread, activation_live(thread, stack_pointer), stack_pointer,
                 false);
}

void
slot_watch_birth(uint32_t account)
{
    int kept_errno = errno;
    uint32_t key = growing_key(account);

    advance_all();
    young_born(account);
    if (exit_watch_follows(account)) {
        return; /* whose mark is not to be taken away */
    }
    for (int i = 0; i < WATCHERS; i++) {
        if (watchers[i].state == WATCH_BIRTH && !watchers[i].kind.alone &&
            watchers[i].kind.key == key) {
            watcher_follow(&watchers[i], account);
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
            watcher_poll(watcher);
        }
        if (watcher->state == WATCH_LOST && released) {
            watcher_look_again(watcher); /* it was given back, or moved on */
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

bool
slot_watch_follows(uint32_t account)
{
    bool follows = exit_watch_follows(account);

    for (int i = 0; i < WATCHERS; i++) {
        follows |=
            watchers[i].state >= WATCH_LOOK && watchers[i].account == account;
    }
    return follows;
}

void
slot_watch_end(void)
{
    for (int i = 0; i < WATCHERS; i++) {
        if (watchers[i].state == WATCH_LOST &&
            watcher_is_same(watchers[i].account, watchers[i].serial)) {
            watcher_write_loss(&watchers[i]);
        }
        watcher_give_up(&watchers[i]);
    }
    exit_watch_end();
    if (recorder.options.debug && recorder.slot_watch) {
        uint64_t bytes;
        uint32_t searches = slot_search_cost(&bytes);

        note("slots: %lu objects followed, %lu searches of %lu bytes, %lu "
             "breakpoints, %lu losses",
             (unsigned long)watcher_counts.followed, (unsigned long)searches,
             (unsigned long)bytes, (unsigned long)watcher_counts.armed,
             (unsigned long)watcher_counts.losses);
    }
    slot_search_end();
    watcher_pulse.quick = INT64_MAX;
    recorder.slot_watch = false;
}
