#include "base/mapping.h"

#include <stddef.h>
#include <sys/mman.h>

void *
mapping_zeroed(uint64_t size_bytes)
{
    void *memory = mmap(NULL, size_bytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    return memory == MAP_FAILED ? NULL : memory;
}
