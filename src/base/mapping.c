#include "base/mapping.h"

#include "base/memory_limits.h"
#include "base/system.h"

#include <stddef.h>
#include <sys/mman.h>

enum { MAPPINGS_MAX = 128, PAGE_BYTES = 4096 };

static struct {
    uint64_t start, end;
} mappings[MAPPINGS_MAX];

/* For a sealed library; taken from its start. */
static uint64_t reserve_start, reserve_end;

/* Above the shadow map, below programs and libraries. */
#define PLACES 0x110000000000u

static uint64_t next = PLACES;

static bool unlocked;

void *
mapping_place(uint64_t size_bytes)
{
    /* A page between two keeps the kernel from making one of them. */
    uint64_t size =
        (size_bytes + 2 * PAGE_BYTES - 1) & ~(uint64_t)(PAGE_BYTES - 1);

    return (void *)(uintptr_t)__atomic_fetch_add(&next, size, __ATOMIC_RELAXED);
}

bool
mapping_holds(uint64_t address)
{
    return address >= PLACES &&
           address < __atomic_load_n(&next, __ATOMIC_RELAXED);
}

void
mapping_stay_unlocked(void)
{
    unlocked = true;
}

void
mapping_return_all(void)
{
    system_unmap((void *)(uintptr_t)PLACES, next - PLACES);
    for (int i = 0; i < MAPPINGS_MAX; i++) {
        mappings[i].start = mappings[i].end = 0;
    }
}

void
mapping_return_zeroed(void)
{
    for (int i = 0; i < MAPPINGS_MAX; i++) {
        mapping_return((void *)(uintptr_t)mappings[i].start,
                       mappings[i].end - mappings[i].start);
    }
}

static void
remember(uint64_t start, uint64_t size_bytes)
{
    for (int i = 0; i < MAPPINGS_MAX; i++) {
        if (mappings[i].start == 0) {
            mappings[i].start = start;
            mappings[i].end = start + size_bytes;
            break;
        }
    }
}

static void *
take_reserve(uint64_t size_bytes)
{
    uint64_t start = reserve_start;
    uint64_t size = (size_bytes + PAGE_BYTES - 1) & ~(uint64_t)(PAGE_BYTES - 1);

    if (size < size_bytes || size > reserve_end - reserve_start) {
        return NULL;
    }
    reserve_start += size;
    return (void *)(uintptr_t)start;
}

void *
mapping_made(void *wanted, uint64_t size_bytes, int flags)
{
    const int writable = PROT_READ | PROT_WRITE;
    /* What nobody may touch is not filled. */
    void *memory =
        SYSTEM_MAP(wanted, size_bytes, unlocked ? PROT_NONE : writable,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | flags, -1, 0);

    if (unlocked && memory != MAP_FAILED &&
        (munlock(memory, size_bytes) != 0 ||
         mprotect(memory, size_bytes, writable) != 0)) {
        system_unmap(memory, size_bytes);
        return MAP_FAILED;
    }
    return memory;
}

void *
mapping_zeroed(uint64_t size_bytes)
{
    void *memory;

    if (system_is_sealed()) {
        return take_reserve(size_bytes);
    }
    memory_limits_grow((int64_t)size_bytes);
    memory = mapping_made(mapping_place(size_bytes), size_bytes, 0);
    if (memory == MAP_FAILED) {
        memory_limits_grow(-(int64_t)size_bytes);
        return NULL;
    }
    madvise(memory, size_bytes, MADV_DONTDUMP); /* cores are the host's */
    remember((uint64_t)(uintptr_t)memory, size_bytes);
    return memory;
}

bool
mapping_reserve(uint64_t size_bytes)
{
    void *memory = mapping_zeroed(size_bytes);

    if (memory != NULL) {
        reserve_start = (uint64_t)(uintptr_t)memory;
        reserve_end = reserve_start + size_bytes;
    }
    return memory != NULL;
}

void
mapping_return(void *memory, uint64_t size_bytes)
{
    if (memory == NULL || system_is_sealed()) {
        return;
    }
    system_unmap(memory, size_bytes);
    memory_limits_grow(-(int64_t)size_bytes);
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
