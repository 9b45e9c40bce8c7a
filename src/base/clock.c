#include "base/clock.h"

#include "base/system.h"

/* These two are read in user space, any other one by a system call. */
enum { CLOCKS = CLOCK_MONOTONIC + 1 };

/* When they were read last. */
static int64_t last[CLOCKS];

int64_t
clock_ns(clockid_t clock)
{
    struct timespec now;

    if (clock < 0 || clock >= CLOCKS) {
        return 0;
    }
    /* Where it is refused, it stands still. */
    if (!system_is_sealed() && clock_gettime(clock, &now) == 0) {
        last[clock] = (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
    }
    return last[clock];
}
