#include "report/input/pending_load.h"

#include <stdlib.h>
#include <string.h>

#include "ledger/pending.h"

static struct ledger_account *
account_at(struct ledger *ledger, uint32_t index)
{
    return (struct ledger_account *)ledger->views[LEDGER_ACCOUNTS].records +
           index;
}

static struct ledger_entry *
entries_of(struct ledger *ledger)
{
    return (struct ledger_entry *)ledger->views[LEDGER_ENTRIES].records;
}

static bool
make_room(struct ledger *ledger)
{
    struct ledger_view *view = &ledger->views[LEDGER_ENTRIES];
    uint64_t used = view->used == 0 ? 1 : view->used, wanted = used;
    void *grown;

    for (uint32_t i = 1; i < ledger_used(ledger, LEDGER_ACCOUNTS); i++) {
        const struct ledger_account *account = account_at(ledger, i);

        wanted += account->state == LEDGER_ACCOUNT_FREE ? 0u : account->pending;
    }
    grown = wanted > UINT32_MAX
                ? NULL
                : realloc(view->records, wanted * sizeof(struct ledger_entry));
    if (grown == NULL) {
        return false;
    }
    memset((struct ledger_entry *)grown + used, 0,
           (wanted - used) * sizeof(struct ledger_entry));
    view->records = grown;
    view->used = used;
    return true;
}

/* The entry of the tag, or a new one at the end of the account's chain. */
static uint32_t
entry_for(struct ledger *ledger, uint32_t index,
          const struct pending_step *step)
{
    struct ledger_account *account = account_at(ledger, index);
    uint32_t *link = &account->entries;
    struct ledger_entry *entry;

    for (; *link != 0; link = &entry->next) {
        entry = &entries_of(ledger)[*link];
        if (entry->tag == step->tag) {
            return *link;
        }
    }
    *link = (uint32_t)ledger->views[LEDGER_ENTRIES].used++;
    account->entry_count++;
    entries_of(ledger)[*link] = (struct ledger_entry){
        .account = index,
        .tag = step->tag,
        .python = step->python,
        .first = step->first,
    };
    return *link;
}

static void
load_changes(struct ledger *ledger, uint32_t index)
{
    struct ledger_account *account = account_at(ledger, index);
    const struct ledger_pending *pending = ledger_pending_at(ledger, index);

    for (uint32_t i = 0; i < account->pending; i++) {
        struct pending_step step = pending_step(pending, i);
        uint32_t entry = entry_for(ledger, index, &step);

        pending_enter(account, entries_of(ledger), entry, &step);
    }
    account->pending = 0;
}

/* All else is in the entries now. */
static void
keep_kinds(struct ledger *ledger)
{
    struct ledger_view *view = &ledger->views[LEDGER_PENDING];
    struct ledger_pending *records = (struct ledger_pending *)view->records;
    uint64_t used = 0;

    for (uint64_t i = 1; i < view->used; i++) {
        records[i] = (struct ledger_pending){ .kind = records[i].kind };
        used = records[i].kind != 0 ? i + 1 : used;
    }
    view->used = used;
}

bool
pending_load(struct ledger *ledger)
{
    if (!make_room(ledger)) {
        return false;
    }
    for (uint32_t i = 1; i < ledger_used(ledger, LEDGER_ACCOUNTS); i++) {
        if (account_at(ledger, i)->state != LEDGER_ACCOUNT_FREE) {
            load_changes(ledger, i);
        }
    }
    keep_kinds(ledger);
    return true;
}
