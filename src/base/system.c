#include "base/system.h"

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
