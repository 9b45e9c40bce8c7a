#include "probe/start/next.h"

#include <dlfcn.h>

void
next_function(const char *name, void *function)
{
    void *found = dlvsym(RTLD_NEXT, name, "GLIBC_2.2.5");

    __builtin_memcpy(function, &found, sizeof found);
}
