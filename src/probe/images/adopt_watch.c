#include "probe/images/adopt_watch.h"

#include "base/mapping.h"
#include "base/refcount_shape.h"
#include "cpython/memory.h"
#include "probe/images/adopt.h"
#include "probe/state/recorder.h"

enum {
    RISING_LOOKS = 8,  /* so often in a row a count is higher, and ... */
    RISING_LEAST = 32, /* ... by so much in all, until its changes are seen */
    SHOWN_MOST = 16,   /* at a time */
};

/* How far a count has risen without falling. */
struct rise {
    int64_t from, last;
    uint32_t looks;
};

static struct rise *rises; /* by account, from the first of the interpreter's */
static unsigned shown;     /* at this look, until now */

static bool
is_rising(struct rise *rise, int64_t count)
{
    if (count <= rise->last || rise->last == 0) {
        *rise = (struct rise){ count, count, 0 };
    }
    else {
        rise->last = count;
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
    int64_t count = recorder_count(load64(account->object));

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
    static uint32_t first, end;

    if (rises == NULL) {
        adopt_own(&first, &end);
        rises = mapping_zeroed((end - first + 1) * sizeof *rises);
    }
    shown = 0;
    for (uint32_t i = first; rises != NULL && i < end; i++) {
        look_at(i, &rises[i - first]);
    }
}
