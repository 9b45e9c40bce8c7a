#include "probe/watch/watch_time.h"

#include "base/clock.h"
#include "probe/state/suspects.h"

#include <stdint.h>

enum {
    HEAD_START_NS = 250000000,
    SHARE = 10, /* and then one in so many nanoseconds */
};

static int64_t first_ns, last_ns, spent_ns;
static bool was_awake;

void
watch_time_passes(bool awake)
{
    int64_t now_ns = clock_ns(CLOCK_PROCESS_CPUTIME_ID);

    first_ns = first_ns == 0 ? now_ns : first_ns;
    spent_ns += was_awake ? now_ns - last_ns : 0;
    last_ns = now_ns;
    was_awake = awake;
}

bool
watch_time_allows(void)
{
    return suspects_are_named() ||
           spent_ns <= HEAD_START_NS + (last_ns - first_ns) / SHARE;
}

void
watch_time_forget(void)
{
    first_ns = last_ns = spent_ns = 0;
    was_awake = false;
}
