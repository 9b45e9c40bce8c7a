#include "ledger/pending.h"

struct pending_step
pending_step(const struct ledger_pending_change *change, uint32_t order)
{
    int64_t count = (change->what >> LEDGER_PENDING_COUNT_SHIFT &
                     (LEDGER_PENDING_COUNT_MAX - 1)) +
                    1;

    return (struct pending_step){
        .tag = change->what & LEDGER_PENDING_TAG,
        .python = change->python,
        .activation = change->activation,
        .delta = change->what & LEDGER_PENDING_RELEASED ? -count : count,
        .order = order,
    };
}

static void
enter_taken(struct ledger_account *account, struct ledger_entry *entries,
            uint32_t number, uint32_t activation, uint32_t count)
{
    struct ledger_entry *entry = &entries[number];

    entry->taken += count;
    entry->activation = activation;
    if (activation != 0 && account->taken_activation == activation &&
        account->taken_entry != number) {
        entry->again += count;
        entry->again_tag = entries[account->taken_entry].tag;
    }
    account->taken_activation = activation;
    account->taken_entry = number;
}

void
pending_enter(struct ledger_account *account, struct ledger_entry *entries,
              uint32_t number, const struct pending_step *step)
{
    if (step->delta > 0) {
        enter_taken(account, entries, number, step->activation,
                    (uint32_t)step->delta);
    }
    else {
        entries[number].released += (uint32_t)-step->delta;
    }
    entries[number].last = step->order;
}
