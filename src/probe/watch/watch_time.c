#include "probe/watch/watch_time.h"

#include "probe/state/suspects.h"

enum {
    HEAD_START = 65536,  /* entries and births */
    SHARE = 40,          /* and then one in so many */
    PAUSE_NS = 10000000, /* the longest that counts as work */
};

static uint64_t passed, followed; /* entries and births */
static int64_t last_ns, at_work_ns;
static bool was_awake;

void
watch_time_passes(uint32_t entries, int64_t now_ns, bool awake)
{
    int64_t since_ns = last_ns == 0 ? 0 : now_ns - last_ns;

    passed += entries;
    followed += was_awake ? entries : 0;
    at_work_ns += since_ns < PAUSE_NS ? since_ns : PAUSE_NS;
    last_ns = now_ns;
    was_awake = awake;
}

bool
watch_time_allows(void)
{
    return suspects_are_named() || followed <= HEAD_START + passed / SHARE;
}

int64_t
watch_time_at_work(void)
{
    return at_work_ns;
}

void
watch_time_forget(void)
{
    passed = followed = 0;
    last_ns = at_work_ns = 0;
    was_awake = false;
}
