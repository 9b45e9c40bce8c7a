#include "probe/admission/resting.h"

#include "base/mapping.h"
#include "probe/stack/frame_spine.h"
#include "probe/state/recorder.h"

enum {
    PATIENT_FIRST = 2,
    PATIENT_MOST = 64,
    ON_TRIAL = 0, /* instead of its patience */
    TRIAL = 512,  /* changes */
    REFERENCES_TRIED = 1 << 24,
};

static struct rest *rests;
static uint32_t *trials; /* of an account: its changes when its trial began */

bool
resting_init(void)
{
    if (recorder.options.sample != OPTIONS_SAMPLE_AUTO ||
        recorder.stack_mode == LEDGER_STACK_NONE) {
        return true;
    }
    rests = mapping_zeroed(recorder.store.tables[LEDGER_ACCOUNTS].limit *
                           sizeof *rests);
    trials = mapping_zeroed(recorder.store.tables[LEDGER_ACCOUNTS].limit *
                            sizeof *trials);
    return rests != NULL && trials != NULL;
}

uint64_t
resting_limits(void)
{
    return (uint64_t)(uintptr_t)rests;
}

/* A frame may end now without a change of its function that we see. */
static void
lie_down(struct ledger_account *account, struct rest *rest)
{
    /* One reference less than one is the end of a life. */
    rest->low = rest->low > RESTING_SLACK ? rest->low - RESTING_SLACK : 1;
    rest->high += RESTING_SLACK;
    account->flags |= LEDGER_ACCOUNT_RESTS | LEDGER_ACCOUNT_RESTED;
    recorder.sees_frames_end = false;
}

/* Somebody wants its stacks. */
static bool
may_not_rest(const struct ledger_account *account)
{
    return (account->flags &
            (LEDGER_ACCOUNT_WATCHED | LEDGER_ACCOUNT_FOLLOWED)) != 0;
}

/* Another object's was the last with this number. */
static void
begin(const struct ledger_account *account, struct rest *rest)
{
    *rest = (struct rest){ (int32_t)account->references,
                           (int32_t)account->references, 0, PATIENT_FIRST, 0 };
}

/* Changes from one look to the next. All of a program shares what is static:
 * a part of it may be quiet for long. */
static uint32_t
period_of(const struct ledger_account *account)
{
    return account->state == LEDGER_ACCOUNT_ADOPTED
               ? (uint32_t)RESTING_PERIOD_STATIC
               : (uint32_t)RESTING_PERIOD;
}

static void
look(struct ledger_account *account, struct rest *rest)
{
    if (account->changes == period_of(account)) {
        begin(account, rest);
    }
    else if (++rest->quiet < rest->patient || may_not_rest(account)) {
        return;
    }
    else if (account->state == LEDGER_ACCOUNT_ADOPTED && !rest->anew) {
        /* Between the extremes of all the past a leak could hide. */
        rest->low = rest->high = (int32_t)account->references;
        rest->quiet = 0;
        rest->anew = 1;
    }
    else {
        lie_down(account, rest);
    }
}

void
resting_changed(uint32_t index)
{
    struct ledger_account *account = store_account(&recorder.store, index);
    uint32_t period = period_of(account);
    struct rest *rest;

    if (rests == NULL || account->changes < period ||
        account->references <= 0 ||
        account->references > INT32_MAX - RESTING_SLACK) {
        return;
    }
    rest = &rests[index];
    if (account->references > rest->high) {
        rest->high = (int32_t)account->references;
        rest->quiet = 0;
    }
    else if (account->references < rest->low) {
        rest->low = (int32_t)account->references;
        rest->quiet = 0;
    }
    if ((account->changes & (period - 1)) == 0) {
        look(account, rest);
    }
}

void
resting_once(uint32_t index)
{
    struct ledger_account *account = store_account(&recorder.store, index);

    if (rests != NULL && account->references > 0 &&
        account->references <= INT32_MAX - RESTING_SLACK &&
        !may_not_rest(account)) {
        begin(account, &rests[index]);
        lie_down(account, &rests[index]);
    }
}

/* Until a quarter more are taken, or half of them given back. */
static void
limit_trial(struct rest *rest, int32_t references)
{
    rest->low = references / 2 + 1;
    rest->high = references + references / 4 + RESTING_SLACK;
}

void
resting_on_trial(uint32_t index)
{
    struct ledger_account *account = store_account(&recorder.store, index);

    if (rests != NULL && account->references <= REFERENCES_TRIED &&
        !may_not_rest(account)) {
        begin(account, &rests[index]);
        lie_down(account, &rests[index]);
        rests[index].patient = ON_TRIAL;
        limit_trial(&rests[index], (int32_t)account->references);
        trials[index] = account->changes;
    }
}

/* Out of its limits: whether it goes on, or begins anew as many are given back. */
static bool
is_tried_on(uint32_t index, int64_t references)
{
    uint32_t changes = store_account(&recorder.store, index)->changes;
    struct rest *rest = &rests[index];

    if (rest->patient != ON_TRIAL || references < 1 ||
        references > REFERENCES_TRIED) {
        return false;
    }
    if (references < rest->low) {
        trials[index] = changes;
    }
    limit_trial(rest, (int32_t)references);
    return changes - trials[index] < TRIAL;
}

bool
resting_lets(uint32_t index, int64_t references)
{
    return (references >= rests[index].low &&
            references <= rests[index].high) ||
           is_tried_on(index, references);
}

void
resting_wake(uint32_t index)
{
    struct ledger_account *account = store_account(&recorder.store, index);

    if (account->flags & LEDGER_ACCOUNT_RESTS) {
        struct rest *rest = &rests[index];

        account->flags &= (uint8_t)~LEDGER_ACCOUNT_RESTS;
        rest->quiet = 0;
        rest->anew = 0;
        if (rest->patient == ON_TRIAL) {
            begin(account, rest);
            return;
        }
        /* One that rises all the time would not rest any more. */
        if (rest->patient < PATIENT_MOST &&
            (account->flags & LEDGER_ACCOUNT_SHOWN) == 0) {
            rest->patient = (uint16_t)(rest->patient * 2);
        }
    }
}
