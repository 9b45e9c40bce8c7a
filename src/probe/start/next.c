#include "probe/start/next.h"

#include <dlfcn.h>

void
next_function_of(const char *name, const char *version, void *function)
{
    void *found = dlvsym(RTLD_NEXT, name, version);

    __builtin_memcpy(function, &found, sizeof found);
}

void
next_function(const char *name, void *function)
{
    next_function_of(name, "GLIBC_2.2.5", function);
}
