#include "probe/state/fork_memory.h"

#include "base/system.h"
#include "probe/state/recorder.h"
#include "probe/state/shadow.h"

#include <stddef.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#ifndef MADV_WIPEONFORK
#define MADV_WIPEONFORK 18 /* headers may be older */
#define MADV_KEEPONFORK 19
#endif

_Static_assert(offsetof(struct recorder, layout) % RECORDER_PAGE == 0,
               "whole pages are wiped");

static void
advise(int advice)
{
    if (system_is_sealed()) {
        return; /* children are left as they are: none goes on */
    }
    SYSTEM(SYS_madvise, SYSTEM_ADDRESS(&recorder),
           offsetof(struct recorder, layout), (uint64_t)advice);
    shadow_advise(advice);
}

void
fork_memory_wipe(void)
{
    advise(MADV_WIPEONFORK);
}

void
fork_memory_keep(void)
{
    advise(MADV_KEEPONFORK);
}
