#include "base/mapping.h"

#include <stddef.h>
#include <sys/mman.h>

enum { MAPPINGS_MAX = 128 };

static struct {
    uint64_t start, end;
} mappings[MAPPINGS_MAX];

void *
mapping_zeroed(uint64_t size_bytes)
{
    void *memory = mmap(NULL, size_bytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    if (memory == MAP_FAILED) {
        return NULL;
    }
    madvise(memory, size_bytes, MADV_DONTDUMP); /* cores are the host's */
    for (int i = 0; i < MAPPINGS_MAX; i++) {
        if (mappings[i].start == 0) {
            mappings[i].start = (uint64_t)(uintptr_t)memory;
            mappings[i].end = mappings[i].start + size_bytes;
            break;
        }
    }
    return memory;
}

void
mapping_return(void *memory, uint64_t size_bytes)
{
    if (memory == NULL) {
        return;
    }
    munmap(memory, size_bytes);
    for (int i = 0; i < MAPPINGS_MAX; i++) {
        if (mappings[i].start == (uint64_t)(uintptr_t)memory) {
            mappings[i].start = 0;
            mappings[i].end = 0;
        }
    }
}

uint64_t
mapping_end(uint64_t address)
{
    for (int i = 0; i < MAPPINGS_MAX; i++) {
        if (mappings[i].start <= address && address < mappings[i].end) {
            return mappings[i].end;
        }
    }
    return 0;
}
