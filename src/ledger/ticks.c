#include "ledger/ticks.h"

#include <stdbool.h>

/* May the tick between these two go? */
static bool
is_dispensable(const struct ticks *ticks, struct tick before, struct tick after)
{
    uint64_t now = ticks->at[ticks->count - 1].changes;

    return after.changes - before.changes <=
           (now - after.changes) / TICKS_SHARE;
}

static void
thin(struct ticks *ticks)
{
    uint32_t kept = 1, last = ticks->count - 1;

    for (uint32_t i = 1; i < last; i++) {
        if (!is_dispensable(ticks, ticks->at[kept - 1], ticks->at[i + 1])) {
            ticks->at[kept++] = ticks->at[i];
        }
    }
    ticks->at[kept++] = ticks->at[last];
    ticks->count = kept;
}

void
ticks_add(struct ticks *ticks, struct tick tick)
{
    if (ticks->count == TICKS_MAX) {
        thin(ticks);
    }
    if (ticks->count < TICKS_MAX) {
        ticks->count++;
    }
    ticks->at[ticks->count - 1] = tick;
}

uint64_t
ticks_changes(const struct ticks *ticks, uint64_t serial)
{
    uint32_t low = 0, high = ticks->count;

    while (low < high) {
        uint32_t middle = low + (high - low) / 2;

        if (ticks->at[middle].serial < serial) {
            low = middle + 1;
        }
        else {
            high = middle;
        }
    }
    return ticks->count == 0    ? 0
           : low < ticks->count ? ticks->at[low].changes
                                : ticks->at[ticks->count - 1].changes;
}
