#include "probe/images/adopt_watch.h"

#include "base/mapping.h"
#include "base/refcount_shape.h"
#include "probe/images/adopt.h"
#include "probe/images/rising.h"
#include "probe/images/unseen.h"
#include "probe/state/recorder.h"

enum { SHOWN_MOST = 16 /* at a time */ };

static struct rising *rises;       /* by account */
static uint64_t alive;             /* objects, at this look */
static uint32_t shown[SHOWN_MOST]; /* accounts */
static unsigned shown_count;

static bool
has_fallen(const struct ledger_account *account, int64_t count)
{
    return count < account->adopted_references &&
           account->adopted_references >= REFCOUNT_FROZEN;
}

static void
look_at(uint32_t index, int64_t count)
{
    if (has_fallen(store_account(&recorder.store, index), count)) {
        unseen_see(index);
    }
    else if (rising_look(&rises[index], count, alive) &&
             shown_count < SHOWN_MOST) {
        unseen_show(index);
        rising_begin(&rises[index], count, alive);
        shown[shown_count++] = index;
    }
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

void
adopt_watch(uint64_t objects)
{
    static uint32_t looks;

    if (rises == NULL) {
        rises = mapping_zeroed(recorder.store.tables[LEDGER_ACCOUNTS].limit *
                               sizeof *rises);
    }
    /* To look through all data takes time. */
    if ((looks & (looks - 1)) == 0) {
        adopt_soon();
    }
    looks++;
    alive = objects;
    if (rises != NULL) {
        hide_resting();
        unseen_visit(look_at);
    }
}
