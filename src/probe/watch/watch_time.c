#include "probe/watch/watch_time.h"

#include "probe/state/suspects.h"

enum {
    HEAD_START = 65536, /* entries and births */
    SHARE = 40,         /* and then one in so many */
};

static uint64_t passed, followed; /* entries and births */
static bool was_awake;

void
watch_time_passes(uint32_t entries, bool awake)
{
    passed += entries;
    followed += was_awake ? entries : 0;
    was_awake = awake;
}

bool
watch_time_allows(void)
{
    return suspects_are_named() || followed <= HEAD_START + passed / SHARE;
}

void
watch_time_forget(void)
{
    passed = followed = 0;
    was_awake = false;
}
