#include "probe/state/short_ways.h"

#include "probe/state/entry_points.h"
#include "probe/state/recorder.h"

bool entry_has_xsave;
struct count_path entry_count_path;
struct quick_path quick_entry_path;

void
short_ways_tally(void)
{
    struct ledger_header *header = recorder.store.header;

    header->evaluations += quick_entry_path.entries;
    quick_entry_path.entries = 0;
    header->changes_seen += entry_count_path.seen;
    if (recorder.stack_mode != LEDGER_STACK_NONE) {
        header->rested += entry_count_path.seen;
    }
    entry_count_path.seen = 0;
    header->changes_seen += entry_count_path.counted;
    header->counted += entry_count_path.counted;
    entry_count_path.counted = 0;
}

void
short_ways_end(void)
{
    entry_count_path.thread_state = 1;
    short_ways_tally();
}
