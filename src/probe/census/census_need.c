#include "probe/census/census_need.h"

#include "probe/state/recorder.h"

enum {
    TYPES_TOLD_APART = 1024,
    ALIKE_MIN = 10,  /* objects, or references to one ... */
    ALONE_MIN = 100, /* ... and to an older one, that a verdict may be about */
};

/* Whether there are many of a kind, some of which have accounts. */
static bool
becomes_more(void)
{
    uint64_t used = *recorder.store.tables[LEDGER_KINDS].used;

    for (uint32_t i = 1; i < used; i++) {
        const struct ledger_kind *kind = store_kind(&recorder.store, i);

        if (kind->accounts > 0 && kind->alive >= ALIKE_MIN) {
            return true;
        }
    }
    return false;
}

bool
census_need(void)
{
    static uint8_t alive[TYPES_TOLD_APART];
    uint64_t used = *recorder.store.tables[LEDGER_ACCOUNTS].used;

    if (recorder.options.expect[0] != '\0' ||
        *recorder.store.tables[LEDGER_CHECKPOINTS].used > 1) {
        return true;
    }
    for (uint32_t i = 0; i < TYPES_TOLD_APART; i++) {
        alive[i] = 0;
    }
    for (uint32_t i = 1; i < used; i++) {
        const struct ledger_account *account =
            store_account(&recorder.store, i);
        int64_t more = account->references - account->adopted_references;

        if (account->state == LEDGER_ACCOUNT_FREE ||
            (account->flags & LEDGER_ACCOUNT_UNSEEN) != 0) {
            continue;
        }
        if (account->birth != 0 &&
            (more >= ALIKE_MIN ||
             ++alive[account->type % TYPES_TOLD_APART] >= ALIKE_MIN)) {
            return true;
        }
        if (more >= ALONE_MIN || more <= -ALONE_MIN) {
            return true;
        }
    }
    return becomes_more();
}
