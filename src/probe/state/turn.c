#include "probe/state/turn.h"

#include "arch/cpu.h"
#include "base/clock.h"
#include "base/system.h"
#include "probe/state/recorder.h"

#include <errno.h>
#include <sys/syscall.h>
#include <unistd.h>

enum {
    SPINS = 4096,           /* about as long as most turns last */
    LOOKS = 1024,           /* spins or yields from one look at the clock on */
    SEALED_SPINS = 1 << 30, /* without a clock: about as long as ... */
    STUCK_SECONDS = 60, /* longer than it takes to patch the largest module */
};

static uint64_t owner; /* whose turn it is, 0: nobody's */

static bool
is_taken(uint64_t self)
{
    uint64_t nobody = 0;

    return __atomic_compare_exchange_n(&owner, &nobody, self, false,
                                       __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

/* Lets others run; false when it has lasted too long. */
static bool
wait(uint32_t tries, int64_t *since_ns)
{
    int kept_errno = errno;

    if (tries < SPINS || system_is_sealed()) {
        __builtin_ia32_pause();
        return tries < SEALED_SPINS;
    }
    SYSTEM(SYS_sched_yield);
    errno = kept_errno;
    if (tries % LOOKS != 0) {
        return true;
    }
    if (*since_ns == 0) {
        *since_ns = clock_ns(CLOCK_MONOTONIC);
    }
    return clock_ns(CLOCK_MONOTONIC) - *since_ns <
           STUCK_SECONDS * INT64_C(1000000000);
}

bool
turn_take(void)
{
    uint64_t self = own_thread_id();
    int64_t since_ns = 0;
    uint32_t tries = 0;

    if (__atomic_load_n(&owner, __ATOMIC_RELAXED) == self) {
        return false;
    }
    while (!is_taken(self)) {
        if (!recorder.recording) {
            return false;
        }
        if (!wait(tries++, &since_ns)) {
            recording_stop(REASON_STUCK, NULL);
            return false;
        }
    }
    return true;
}

void
turn_give(void)
{
    __atomic_store_n(&owner, 0, __ATOMIC_RELEASE);
}

bool
turn_take_if_several(void)
{
    return !recorder.several || turn_take();
}

void
turn_give_if_several(void)
{
    if (recorder.several) {
        turn_give();
    }
}
