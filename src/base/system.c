#include "base/system.h"

#include <errno.h>
#include <linux/capability.h>
#include <sys/mman.h>

static bool sealed;

void
system_seal(void)
{
    __atomic_store_n(&sealed, true, __ATOMIC_RELEASE);
}

bool
system_is_sealed(void)
{
    return __atomic_load_n(&sealed, __ATOMIC_ACQUIRE);
}

void *
system_mapped(int64_t result)
{
    if (result < 0) {
        errno = (int)-result;
        return MAP_FAILED;
    }
    return (void *)(uintptr_t)result;
}

void
system_unmap(void *memory, uint64_t bytes)
{
    SYSTEM(SYS_munmap, SYSTEM_ADDRESS(memory), bytes);
}

bool
system_limit(int resource, struct rlimit *limit)
{
    return SYSTEM(SYS_prlimit64, 0, (uint64_t)resource, 0,
                  SYSTEM_ADDRESS(limit)) == 0;
}

bool
system_may(unsigned capability)
{
    struct __user_cap_header_struct header = {
        .version = _LINUX_CAPABILITY_VERSION_3,
    };
    struct __user_cap_data_struct data[_LINUX_CAPABILITY_U32S_3];

    return SYSTEM(SYS_capget, SYSTEM_ADDRESS(&header), SYSTEM_ADDRESS(data)) ==
               0 &&
           (data[CAP_TO_INDEX(capability)].effective &
            CAP_TO_MASK(capability)) != 0;
}
