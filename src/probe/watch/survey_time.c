#include "probe/watch/survey_time.h"

enum {
    APART_MIN = 64,      /* entries and births between two surveys */
    APART_SHARE = 16,    /* and not fewer than one in so many of all */
    EAGER_NS = 20000000, /* for surveys in the beginning, then ... */
    PAUSE_FACTOR = 50,   /* ... they take a fiftieth of the time */
};

static uint64_t since, worked; /* entries and births: since the last, in all */
static uint64_t born;          /* up to the last look */
static int64_t spent_ns, next_ns, next_processor_ns;

void
survey_time_passes(uint32_t entries, uint64_t births)
{
    since += entries + births - born;
    born = births;
}

void
survey_time_imports(void)
{
    since = 0;
}

static bool
is_early(void)
{
    return spent_ns <= EAGER_NS && since >= APART_MIN &&
           since >= worked / APART_SHARE;
}

bool
survey_time_allows(int64_t now_ns)
{
    return now_ns >= next_ns || is_early();
}

bool
survey_time_was_used(int64_t now_ns, int64_t processor_ns)
{
    if (processor_ns == 0 || processor_ns >= next_processor_ns || is_early()) {
        return true;
    }
    next_ns = now_ns + next_processor_ns - processor_ns;
    return false;
}

void
survey_time_took(int64_t took_ns, int64_t now_ns, int64_t processor_ns)
{
    worked += since;
    since = 0;
    spent_ns += took_ns;
    next_ns = now_ns + (PAUSE_FACTOR + 1) * took_ns;
    next_processor_ns = processor_ns + (PAUSE_FACTOR + 1) * took_ns;
}

void
survey_time_forget(void)
{
    since = worked = born = 0;
    spent_ns = next_ns = next_processor_ns = 0;
}
