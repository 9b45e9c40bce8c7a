#include "probe/images/adopt_watch.h"

#include "base/mapping.h"
#include "base/refcount_shape.h"
#include "probe/images/adopt.h"
#include "probe/images/unseen.h"
#include "probe/state/recorder.h"

enum {
    RISING_LOOKS = 8,  /* so often in a row a count is higher, and ... */
    RISING_LEAST = 32, /* ... by so much in all, until its changes are seen */
    SHOWN_MOST = 16,   /* at a time */
};

/* How far a count has risen without falling. */
struct rise {
    int32_t from, last; /* as unseen_visit has them */
    uint32_t looks;
};

static struct rise *rises;         /* by account */
static uint32_t shown[SHOWN_MOST]; /* accounts */
static unsigned shown_count;

static bool
is_rising(struct rise *rise, int64_t count)
{
    if (count <= rise->last || rise->last == 0) {
        *rise = (struct rise){ (int32_t)count, (int32_t)count, 0 };
    }
    else {
        rise->last = (int32_t)count;
        rise->looks++;
    }
    return rise->looks >= RISING_LOOKS && count - rise->from >= RISING_LEAST;
}

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
    else if (is_rising(&rises[index], count) && shown_count < SHOWN_MOST) {
        unseen_show(index);
        rises[index] = (struct rise){ (int32_t)count, (int32_t)count, 0 };
        shown[shown_count++] = index;
    }
}

/*
 * Whether its count was lower at each of the last looks, by more than it goes
 * up and down. While it rises it is seen, though it may rest in between: many
 * changes that balance stand between two that leak.
 */
static bool
still_rises(struct rise *rise, int64_t count)
{
    if (count >= rise->from + RISING_LEAST) {
        *rise = (struct rise){ (int32_t)count, (int32_t)count, 0 };
    }
    return ++rise->looks <= RISING_LOOKS;
}

/* Those that rest are not seen any more. Others may have hidden some, too. */
static void
hide_resting(void)
{
    unsigned left = 0;

    for (unsigned i = 0; i < shown_count; i++) {
        const struct ledger_account *account =
            store_account(&recorder.store, shown[i]);
        struct rise *rise = &rises[shown[i]];
        bool rises_on = still_rises(rise, account->references);

        if ((account->flags & LEDGER_ACCOUNT_SHOWN) == 0) {
            continue;
        }
        if ((account->flags & LEDGER_ACCOUNT_RESTS) == 0 ||
            (account->flags & LEDGER_ACCOUNT_FOLLOWED) != 0 || rises_on) {
            shown[left++] = shown[i];
            continue;
        }
        unseen_hide(shown[i]);
        *rise = (struct rise){ 0 };
    }
    shown_count = left;
}

void
adopt_watch(void)
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
    if (rises != NULL) {
        hide_resting();
        unseen_visit(look_at);
    }
}
