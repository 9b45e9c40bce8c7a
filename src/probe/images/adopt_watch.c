#include "probe/images/adopt_watch.h"

#include "base/mapping.h"
#include "base/refcount_shape.h"
#include "probe/images/adopt.h"
#include "probe/state/recorder.h"

enum {
    RISING_LOOKS = 8,  /* so often in a row a count is higher, and ... */
    RISING_LEAST = 32, /* ... by so much in all, until its changes are seen */
    SHOWN_MOST = 16,   /* at a time */
};

/* How far a count has risen without falling. */
struct rise {
    int32_t from, last; /* as adopt_count has them */
    uint32_t looks;
};

static struct rise *rises; /* by account */
static unsigned shown;     /* at this look, until now */

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
look_at_unseen(uint32_t index, struct rise *rise)
{
    const struct ledger_account *account =
        store_account(&recorder.store, index);
    int64_t count;

    if (!adopt_count(index, &count)) {
        return;
    }
    if (has_fallen(account, count)) {
        adopt_see(index);
    }
    else if (is_rising(rise, count) && shown < SHOWN_MOST) {
        adopt_show(index);
        shown++;
    }
}

static void
look_at(uint32_t index, struct rise *rise)
{
    unsigned flags = store_account(&recorder.store, index)->flags;

    if ((flags & LEDGER_ACCOUNT_UNSEEN) != 0) {
        look_at_unseen(index, rise);
    }
    else if ((flags & LEDGER_ACCOUNT_SHOWN) != 0 &&
             (flags & LEDGER_ACCOUNT_RESTS) != 0 &&
             (flags & LEDGER_ACCOUNT_FOLLOWED) == 0) {
        adopt_hide(index);
        *rise = (struct rise){ 0 };
    }
    else if ((flags & LEDGER_ACCOUNT_SHOWN) != 0) {
        shown++;
    }
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
    shown = 0;
    for (uint32_t i = 1; rises != NULL && i <= adopt_last(); i++) {
        look_at(i, &rises[i]);
    }
}
