#include "base/thread_mask.h"

#include "base/system.h"

#include <signal.h>

enum { TRIES = 8 };

uint64_t
thread_mask_bit(int number)
{
    return UINT64_C(1) << (number - 1);
}

static bool
change(int how, uint64_t signals, uint64_t *before)
{
    return SYSTEM(SYS_rt_sigprocmask, (uint64_t)how, SYSTEM_ADDRESS(&signals),
                  SYSTEM_ADDRESS(before), sizeof signals) == 0;
}

bool
thread_mask_block(uint64_t signals, uint64_t *before)
{
    return change(SIG_BLOCK, signals, before);
}

bool
thread_mask_unblock(uint64_t signals, uint64_t *before)
{
    return change(SIG_UNBLOCK, signals, before);
}

void
thread_mask_restore(uint64_t before)
{
    for (int i = 0; i < TRIES; i++) {
        if (SYSTEM(SYS_rt_sigprocmask, SIG_SETMASK, SYSTEM_ADDRESS(&before), 0,
                   sizeof before) == 0) {
            return;
        }
    }
}
