#include "report/evidence/account_parts.h"

#include "base/refcount_shape.h"

double
parts_step(const struct ledger *ledger, const struct ledger_entry *entry)
{
    const struct ledger_node *node = ledger_node_at(ledger, entry->tag);
    const struct ledger_site *site;

    /* All of it in one change. */
    if (entry->first == entry->last && entry->taken + entry->released > 1) {
        return (double)entry->taken + entry->released;
    }
    if (entry->tag == 0 || node->kind != LEDGER_NODE_SITE) {
        return 1;
    }
    site = ledger_site_at(ledger, (uint32_t)node->value);
    return site->operation == OPERATION_ADD && site->amount > 1 ? site->amount
                                                                : 1;
}

void
parts_fill(struct parts *parts, const struct ledger *ledger,
           struct stacks *stacks, uint32_t account)
{
    const struct ledger_account *record = ledger_account_at(ledger, account);

    for (uint32_t e = record->entries; e != 0 && parts->count < PARTS_MAX;
         e = ledger_entry_at(ledger, e)->next) {
        const struct ledger_entry *entry = ledger_entry_at(ledger, e);
        struct part *part = &parts->items[parts->count++];

        part->tag = entry->tag;
        part->python = entry->python;
        part->birth = entry->tag == record->birth;
        part->taken = entry->taken;
        part->released = entry->released;
        part->step = parts_step(ledger, entry);
        part->net = part->taken - part->released;
        stacks_fill(stacks, entry->tag, &part->stack);
    }
}

void
parts_clear(struct parts *parts)
{
    for (size_t i = 0; i < parts->count; i++) {
        stack_clear(&parts->items[i].stack);
    }
    parts->count = 0;
}
