/* clock - the system's clocks, in nanoseconds. */
#ifndef REFTALLY_BASE_CLOCK_H
#define REFTALLY_BASE_CLOCK_H

#include <stdint.h>
#include <time.h>

/* 0 for a clock that does not exist. */
static inline int64_t
clock_ns(clockid_t clock)
{
    struct timespec now = { 0 };

    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

#endif
