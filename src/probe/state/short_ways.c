#include "probe/state/short_ways.h"

#include "probe/state/entry_points.h"
#include "probe/state/recorder.h"

bool entry_has_xsave;
struct count_path entry_count_path;
struct quick_path quick_entry_path;

/* What was counted since it was last asked for. */
static uint64_t
taken(int64_t *counter)
{
    int64_t from = -SHORT_WAYS_MOST;
    uint64_t number = (uint64_t)(*counter - from);

    *counter = from;
    return number;
}

void
short_ways_tally(void)
{
    struct ledger_header *header = recorder.store.header;
    uint64_t seen = taken(&entry_count_path.seen);
    uint64_t counted = taken(&entry_count_path.counted);

    header->evaluations += quick_entry_path.entries;
    quick_entry_path.entries = 0;
    header->changes_seen += seen + counted;
    if (recorder.stack_mode != LEDGER_STACK_NONE) {
        header->rested += seen;
    }
    header->counted += counted;
}

void
short_ways_end(void)
{
    entry_count_path.thread_state = 1;
    short_ways_tally();
}
