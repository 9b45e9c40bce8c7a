#include "report/evidence/imported.h"

#include <stdlib.h>
#include <string.h>

#include "report/input/ledger_load.h"

bool
imported_at(const struct ledger *ledger, uint32_t python)
{
    static const char importlib[] = "<frozen importlib._bootstrap";

    while (python != 0) {
        const struct ledger_python_node *node =
            ledger_python_node_at(ledger, python);
        char *file = ledger_printable(
            ledger, ledger_code_at(ledger, node->code)->filename);
        bool found =
            file != NULL && strncmp(file, importlib, sizeof importlib - 1) == 0;

        free(file);
        if (found) {
            return true;
        }
        python = node->parent;
    }
    return false;
}

uint64_t
imported_references(const struct ledger *ledger,
                    const struct ledger_account *account)
{
    int64_t net = 0;

    for (uint32_t e = account->entries; e != 0;
         e = ledger_entry_at(ledger, e)->next) {
        const struct ledger_entry *entry = ledger_entry_at(ledger, e);

        if (imported_at(ledger, entry->python)) {
            net += (int64_t)entry->taken - entry->released;
        }
    }
    return net > 0 ? (uint64_t)net : 0;
}

uint64_t
imported_not(const struct ledger *ledger, const struct ledger_account *account)
{
    uint64_t taken = 0;

    for (uint32_t e = account->entries; e != 0;
         e = ledger_entry_at(ledger, e)->next) {
        const struct ledger_entry *entry = ledger_entry_at(ledger, e);

        taken += imported_at(ledger, entry->python) ? 0 : entry->taken;
    }
    return taken;
}
