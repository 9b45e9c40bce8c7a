#include "report/evidence/account_sum.h"

#include <stdlib.h>

#include "report/evidence/account_parts.h"
#include "report/text/memory.h"

static int
compare_sums(const void *a, const void *b)
{
    uint32_t left = ((const struct tag_sum *)a)->tag;
    uint32_t right = ((const struct tag_sum *)b)->tag;

    return (left > right) - (left < right);
}

struct tag_sum *
account_sum(const struct ledger *ledger, const uint32_t *accounts,
            size_t account_count, size_t *count)
{
    struct tag_sum *sums = NULL;
    size_t used = 0, kept = 0;

    for (size_t i = 0; i < account_count; i++) {
        uint32_t next = ledger_account_at(ledger, accounts[i])->entries;

        while (next != 0) {
            const struct ledger_entry *entry = ledger_entry_at(ledger, next);

            sums = (struct tag_sum *)memory_room(sums, used, sizeof *sums);
            sums[used++] = (struct tag_sum){
                entry->tag,
                entry->python,
                entry->taken,
                entry->released,
                parts_step(ledger, entry),
            };
            next = entry->next;
        }
    }
    if (used == 0) {
        *count = 0;
        return sums;
    }
    qsort(sums, used, sizeof *sums, compare_sums);
    for (size_t i = 1; i < used; i++) {
        if (sums[i].tag == sums[kept].tag) {
            sums[kept].taken += sums[i].taken;
            sums[kept].released += sums[i].released;
            if (sums[i].step > sums[kept].step) {
                sums[kept].step = sums[i].step;
            }
            if (sums[kept].python == 0) {
                sums[kept].python = sums[i].python;
            }
        }
        else {
            sums[++kept] = sums[i];
        }
    }
    *count = kept + 1;
    return sums;
}
