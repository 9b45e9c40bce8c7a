#include "report/detect/suspects.h"

#include <stdlib.h>

#include "report/text/memory.h"

struct suspect *
suspects_add(struct suspects *suspects, struct suspect suspect)
{
    suspects->items = (struct suspect *)memory_room(
        suspects->items, suspects->count, sizeof *suspects->items);
    suspects->items[suspects->count] = suspect;
    return &suspects->items[suspects->count++];
}

void
suspects_add_alone(struct suspects *suspects, uint32_t index,
                   struct suspect suspect)
{
    struct suspect *added = suspects_add(suspects, suspect);

    added->account_count = 1;
    added->accounts = (uint32_t *)memory_zeroed(1, sizeof(uint32_t));
    added->accounts[0] = index;
}

void
suspects_clear(struct suspects *suspects)
{
    for (size_t i = 0; i < suspects->count; i++) {
        free(suspects->items[i].accounts);
    }
    free(suspects->items);
    *suspects = (struct suspects){ 0 };
}

bool *
suspect_marks(const struct ledger *ledger, const struct suspect *suspect)
{
    bool *marks = (bool *)memory_zeroed(ledger_used(ledger, LEDGER_ACCOUNTS),
                                        sizeof *marks);

    for (size_t i = 0; i < suspect->account_count; i++) {
        marks[suspect->accounts[i]] = true;
    }
    return marks;
}
