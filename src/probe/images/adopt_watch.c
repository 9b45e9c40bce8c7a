#include "probe/images/adopt_watch.h"

#include "base/mapping.h"
#include "base/refcount_shape.h"
#include "probe/images/adopt.h"
#include "probe/images/rising.h"
#include "probe/images/unseen.h"
#include "probe/state/recorder.h"

enum { SHOWN_MOST = 16 /* at a time */, CLOSE_MOST = 32 /* the same */ };

/* One that is looked at more often. */
struct close {
    uint32_t account;
    bool rises; /* it did at the last look at all */
    struct rising rising;
};

static struct rising *rises, *early_rises; /* by account */
static uint64_t alive;                     /* objects, at this look */
static uint32_t shown[SHOWN_MOST];         /* accounts */
static unsigned shown_count;
static struct close close[CLOSE_MOST];
static unsigned close_count;

static bool
has_fallen(const struct ledger_account *account, int64_t count)
{
    return count < account->adopted_references &&
           account->adopted_references >= REFCOUNT_FROZEN;
}

static void
show(uint32_t index, int64_t count)
{
    if (shown_count < SHOWN_MOST) {
        unseen_show(index);
        rising_begin(&rises[index], count, alive);
        shown[shown_count++] = index;
    }
}

/* NULL: it is not looked at more often. */
static struct close *
close_of(uint32_t index)
{
    for (unsigned i = 0; i < close_count; i++) {
        if (close[i].account == index) {
            return &close[i];
        }
    }
    return NULL;
}

static void
note_rise(uint32_t index)
{
    struct close *one = close_of(index);

    if (one == NULL && close_count < CLOSE_MOST) {
        one = &close[close_count++];
        *one = (struct close){ .account = index };
    }
    if (one != NULL) {
        one->rises = true;
    }
}

static void
look_at(uint32_t index, int64_t count)
{
    if (has_fallen(store_account(&recorder.store, index), count)) {
        unseen_see(index);
    }
    else if (rising_look(&rises[index], count, alive)) {
        show(index, count);
    }
    else if (rises[index].looks > 0) {
        note_rise(index);
    }
}

static void
look_closely(uint32_t index, int64_t count)
{
    if (rising_look_closely(&close_of(index)->rising, count, alive)) {
        show(index, count);
    }
}

static void
look_at_all(void)
{
    unsigned left = 0;

    for (unsigned i = 0; i < close_count; i++) {
        close[i].rises = false;
    }
    unseen_visit(look_at);
    for (unsigned i = 0; i < close_count; i++) {
        if (close[i].rises) {
            close[left++] = close[i];
        }
    }
    close_count = left;
}

/*
 * Those that rest are not seen any more, unless they still rise: many changes
 * that balance stand between two that leak. Others may have hidden some, too.
 */
static void
hide_resting(void)
{
    unsigned left = 0;

    for (unsigned i = 0; i < shown_count; i++) {
        const struct ledger_account *account =
            store_account(&recorder.store, shown[i]);
        struct rising *rising = &rises[shown[i]];
        bool goes_on = rising_goes_on(rising, account->references, alive);

        if ((account->flags & LEDGER_ACCOUNT_SHOWN) == 0) {
            continue;
        }
        if ((account->flags & LEDGER_ACCOUNT_RESTS) == 0 ||
            (account->flags & LEDGER_ACCOUNT_FOLLOWED) != 0 || goes_on) {
            shown[left++] = shown[i];
            continue;
        }
        unseen_hide(shown[i]);
        *rising = (struct rising){ 0 };
    }
    shown_count = left;
}

static void
look_anew(uint32_t index, int64_t count)
{
    rising_begin(&early_rises[index], count, alive);
}

static void
look_early(uint32_t index, int64_t count)
{
    if (rising_look_early(&early_rises[index], count, alive)) {
        show(index, count);
    }
}

static struct rising *
rises_of_all(void)
{
    return mapping_zeroed(recorder.store.tables[LEDGER_ACCOUNTS].limit *
                          sizeof *rises);
}

void
adopt_watch(uint64_t objects)
{
    static uint32_t looks;

    if (rises == NULL) {
        rises = rises_of_all();
    }
    /* To look through all data takes time. */
    if ((looks & (looks - 1)) == 0) {
        adopt_soon();
    }
    looks++;
    alive = objects;
    if (rises != NULL) {
        hide_resting();
        look_at_all();
    }
}

void
adopt_watch_closely(uint64_t objects)
{
    uint32_t accounts[CLOSE_MOST];

    alive = objects;
    for (unsigned i = 0; i < close_count; i++) {
        accounts[i] = close[i].account;
    }
    if (close_count > 0) {
        unseen_visit_some(accounts, close_count, look_closely);
    }
}

void
adopt_watch_early(uint64_t objects, bool anew)
{
    if (early_rises == NULL) {
        early_rises = rises_of_all();
    }
    alive = objects;
    if (early_rises != NULL && rises != NULL) {
        unseen_visit(anew ? look_anew : look_early);
    }
}
