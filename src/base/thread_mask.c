#include "base/thread_mask.h"

#include "base/system.h"

#include <signal.h>

enum { TRIES = 8 };

uint64_t
thread_mask_bit(int number)
{
    return UINT64_C(1) << (number - 1);
}

bool
thread_mask_block(uint64_t signals, uint64_t *before)
{
    return SYSTEM(SYS_rt_sigprocmask, SIG_BLOCK, SYSTEM_ADDRESS(&signals),
                  SYSTEM_ADDRESS(before), sizeof signals) == 0;
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
