#include "report/evidence/account_parts.h"

#include <stdlib.h>

#include "base/refcount_shape.h"
#include "report/symbols/library_frames.h"
#include "report/text/memory.h"

/* What does not come out even counts most. */
static double
size_of(const struct ledger_entry *entry)
{
    double net = (double)entry->taken - entry->released;

    return net < 0 ? -net : net;
}

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

static int
compare_sizes(const void *a, const void *b)
{
    double left = *(const double *)a, right = *(const double *)b;

    return (left < right) - (left > right);
}

static size_t
parts_most(const struct ledger_account *account)
{
    return (account->flags & LEDGER_ACCOUNT_FOLLOWED) != 0 ? PARTS_MAX
                                                           : PARTS_DECIDE;
}

/* Where there are more than decide: how much the least of these moved. */
static double
least_of_parts(const struct ledger *ledger,
               const struct ledger_account *account)
{
    size_t most = parts_most(account);
    double *sizes = NULL, least = 0;
    size_t count = 0;

    for (uint32_t e = account->entries; e != 0;
         e = ledger_entry_at(ledger, e)->next) {
        sizes = (double *)memory_room(sizes, count, sizeof *sizes);
        sizes[count++] = size_of(ledger_entry_at(ledger, e));
    }
    if (count > most) {
        qsort(sizes, count, sizeof *sizes, compare_sizes);
        least = sizes[most - 1];
    }
    free(sizes);
    return least;
}

/* Where a library takes or releases what its user's own code handled, too, it
   does so for that, on whatever stack. */
static void
find_servants(struct parts *parts, const struct ledger *ledger)
{
    bool *users = library_users_none(ledger);

    for (size_t i = 0; i < parts->count; i++) {
        library_users_add(users, &parts->items[i].stack);
    }
    for (size_t i = 0; i < parts->count; i++) {
        library_users_settle(users, &parts->items[i].stack);
    }
    free(users);
}

void
parts_fill(struct parts *parts, const struct ledger *ledger,
           struct stacks *stacks, uint32_t account)
{
    const struct ledger_account *record = ledger_account_at(ledger, account);
    double least = least_of_parts(ledger, record);

    parts->account = account;
    for (uint32_t e = record->entries;
         e != 0 && parts->count < parts_most(record);
         e = ledger_entry_at(ledger, e)->next) {
        const struct ledger_entry *entry = ledger_entry_at(ledger, e);
        struct part *part;

        if (size_of(entry) < least) {
            continue;
        }
        part = &parts->items[parts->count++];

        part->tag = entry->tag;
        part->python = entry->python;
        part->birth = entry->tag == record->birth;
        part->taken = entry->taken;
        part->released = entry->released;
        part->step = parts_step(ledger, entry);
        part->net = part->taken - part->released;
        stacks_fill(stacks, entry->tag, &part->stack);
    }
    find_servants(parts, ledger);
}

void
parts_clear(struct parts *parts)
{
    for (size_t i = 0; i < parts->count; i++) {
        stack_clear(&parts->items[i].stack);
    }
    parts->count = 0;
}
