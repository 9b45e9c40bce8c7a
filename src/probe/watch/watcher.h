/*
 * watcher - follows one object, and a slot that holds it.
 *
 * A watcher has an object, then a breakpoint on a slot that holds the object,
 * and then, perhaps, a loss: the slot holds something else. Whose turn it is
 * and when to look is for slot_watch to say.
 */
#ifndef REFTALLY_PROBE_WATCH_WATCHER_H
#define REFTALLY_PROBE_WATCH_WATCHER_H

#include "probe/state/recorder.h"
#include "probe/watch/breakpoint.h"
#include "probe/watch/growing.h"
#include "probe/watch/slot_search.h"

#include <stdbool.h>
#include <stdint.h>

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
    bool owner_marked; /* as watched, by this one */
    bool owner_gone;
    uint32_t changes; /* of the object, when the loss was seen */
};

extern struct watcher_counts {
    int breakpoints;                  /* in use */
    bool refused;                     /* by the kernel */
    uint32_t followed, armed, losses; /* for REFTALLY_DEBUG */
} watcher_counts;

/* The object of an account is still the one with that serial. */
static inline bool
watcher_is_same(uint32_t account, uint64_t serial)
{
    const struct ledger_account *now = store_account(&recorder.store, account);

    return now->state != LEDGER_ACCOUNT_FREE && now->serial == serial &&
           (now->flags & LEDGER_ACCOUNT_BURIED) == 0;
}

void watcher_follow(struct watcher *watcher, uint32_t index);
void watcher_look_again(struct watcher *watcher);
void watcher_give_up(struct watcher *watcher);

/* A breakpoint is left for another slot. */
bool watcher_may_arm(void);
/* Sets one there. False: what was found is surely nobody's. */
bool watcher_arm(struct watcher *watcher, const struct slot_target *target);

/* Finds out whether an armed watcher has lost its object. */
void watcher_poll(struct watcher *watcher);
void watcher_write_loss(struct watcher *watcher);

extern struct watcher_pulse {
    int64_t quick;  /* entries and births of which nobody need be told */
    uint32_t awake; /* watchers that follow something */
    bool importing; /* at the last survey: nobody searches for slots */
} watcher_pulse;

/* One follows nothing any more: nobody may be left who waits for owners. */
void watcher_falls_asleep(bool was_awake);

#endif
