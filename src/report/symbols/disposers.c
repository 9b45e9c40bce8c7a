#include "report/symbols/disposers.h"

#include <stdlib.h>

#include "report/text/memory.h"

static int
compare(const void *one, const void *other)
{
    uint64_t a = ((const struct disposer *)one)->address,
             b = ((const struct disposer *)other)->address;

    return (a > b) - (a < b);
}

/* One for each function. */
static void
unite(struct disposers *disposers)
{
    size_t kept = 0;

    for (size_t i = 0; i < disposers->count; i++) {
        struct disposer *last = &disposers->items[kept - (kept > 0)];

        if (kept > 0 && last->address == disposers->items[i].address) {
            last->type = 0;
        }
        else {
            disposers->items[kept++] = disposers->items[i];
        }
    }
    disposers->count = kept;
}

struct disposers
disposers_find(const struct ledger *ledger)
{
    uint32_t count = (uint32_t)ledger_used(ledger, LEDGER_TYPES);
    struct disposers disposers = { NULL, 0 };

    disposers.items = (struct disposer *)memory_zeroed((size_t)count + 1,
                                                       sizeof *disposers.items);
    for (uint32_t i = 1; i < count; i++) {
        uint64_t address = ledger_type_at(ledger, i)->disposer;

        if (address != 0) {
            disposers.items[disposers.count++] =
                (struct disposer){ address, i };
        }
    }
    qsort(disposers.items, disposers.count, sizeof *disposers.items, compare);
    unite(&disposers);
    return disposers;
}

void
disposers_release(struct disposers *disposers)
{
    free(disposers->items);
    *disposers = (struct disposers){ NULL, 0 };
}

const struct disposer *
disposers_at(const struct disposers *disposers, uint64_t address)
{
    struct disposer wanted = { .address = address };

    return (const struct disposer *)bsearch(&wanted, disposers->items,
                                            disposers->count,
                                            sizeof *disposers->items, compare);
}
