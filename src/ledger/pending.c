#include "ledger/pending.h"

struct pending_step
pending_step(const struct ledger_pending *pending, uint32_t i)
{
    const struct ledger_pending_change *change = &pending->changes[i];

    return (struct pending_step){
        .tag = change->what & ~(uint32_t)LEDGER_PENDING_RELEASED,
        .python = change->python,
        .activation = change->activation,
        .delta = change->what & LEDGER_PENDING_RELEASED ? -change->count
                                                        : change->count,
        /* Not before: each of those before it was a change. */
        .first = pending->since + i + 1,
        .last = pending->since + change->last,
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
    if (entries[number].last < step->last) {
        entries[number].last = step->last;
    }
}
