#include "report/evidence/shown_changes.h"

#include "report/symbols/function_flags.h"

/* The number of the change with which the interpreter's end begins. */
static uint32_t
end_begins(const struct ledger *ledger, struct stacks *stacks,
           const struct ledger_account *account)
{
    uint32_t begins = UINT32_MAX;

    for (uint32_t e = account->entries; e != 0;
         e = ledger_entry_at(ledger, e)->next) {
        const struct ledger_entry *entry = ledger_entry_at(ledger, e);

        if ((stacks_flags(stacks, entry->tag) & FUNCTION_TEARDOWN) != 0 &&
            entry->first < begins) {
            begins = entry->first;
        }
    }
    return begins;
}

struct shown_changes
shown_changes_of(const struct ledger *ledger, struct stacks *stacks,
                 const struct ledger_account *account)
{
    uint32_t end = end_begins(ledger, stacks, account);
    struct shown_changes seen = { 0 };

    for (uint32_t e = account->entries; e != 0;
         e = ledger_entry_at(ledger, e)->next) {
        const struct ledger_entry *entry = ledger_entry_at(ledger, e);

        if (entry->first < end && !stacks_in_setup(stacks, entry->tag)) {
            seen.net += (int64_t)entry->taken - entry->released;
            seen.has_takings |= entry->taken > 0;
        }
    }
    return seen;
}
