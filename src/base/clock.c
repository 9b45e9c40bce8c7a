#include "base/clock.h"

#include "base/system.h"

#include <stddef.h>

/* These two are read in user space, any other one by a system call. */
enum { CLOCKS = CLOCK_MONOTONIC + 1 };

/* When they were read last. */
static int64_t last[CLOCKS];

static clock_function *in_user_space; /* NULL: the kernel is asked */
static bool kernel_only;

void
clock_read_by(clock_function *function)
{
    if (!kernel_only) {
        in_user_space = function;
    }
}

void
clock_ask_kernel(void)
{
    kernel_only = true;
    in_user_space = NULL;
}

static bool
read_clock(clockid_t clock, struct timespec *now)
{
    return in_user_space == NULL ? SYSTEM(SYS_clock_gettime, (uint64_t)clock,
                                          SYSTEM_ADDRESS(now)) == 0
                                 : in_user_space(clock, now) == 0;
}

int64_t
clock_ns(clockid_t clock)
{
    struct timespec now;

    if (clock < 0 || clock >= CLOCKS) {
        return 0;
    }
    /* Where it is refused, it stands still. */
    if (!system_is_sealed() && read_clock(clock, &now)) {
        last[clock] = (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
    }
    return last[clock];
}

static int64_t
processor_ns(clockid_t clock)
{
    struct timespec now;

    return !system_is_sealed() && SYSTEM(SYS_clock_gettime, (uint64_t)clock,
                                         SYSTEM_ADDRESS(&now)) == 0
               ? (int64_t)now.tv_sec * 1000000000 + now.tv_nsec
               : 0;
}

int64_t
clock_thread_ns(void)
{
    return processor_ns(CLOCK_THREAD_CPUTIME_ID);
}

int64_t
clock_process_ns(void)
{
    return processor_ns(CLOCK_PROCESS_CPUTIME_ID);
}
