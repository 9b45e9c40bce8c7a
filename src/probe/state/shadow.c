#include "probe/state/shadow.h"

#include "base/mapping.h"
#include "base/system.h"
#include "probe/state/recorder.h"

#include <errno.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#ifndef MAP_FIXED_NOREPLACE
#define MAP_FIXED_NOREPLACE 0x100000
#endif

enum { COUNTER_STUCK = 255 }; /* too many objects share it to count down */

static bool mapped;
static const uint64_t map_bytes = (uint64_t)1 << 43; /* 47-bit addresses */
static const uint64_t hash_bytes = (uint64_t)1 << SHADOW_HASH_BITS;

static uint8_t *
shadow_byte(uint64_t address)
{
    uint64_t index = address >> 4;

    if (recorder.shadow_hashed) {
        index &= hash_bytes - 1;
    }
    return (uint8_t *)(uintptr_t)(SHADOW_BASE + index);
}

static enum shadow_result
map_fixed(uint64_t size)
{
    void *wanted = (void *)(uintptr_t)SHADOW_BASE;
    void *memory = mapping_made(wanted, size, MAP_FIXED_NOREPLACE);

    if (memory == MAP_FAILED) {
        return errno == EEXIST ? SHADOW_TAKEN : SHADOW_REFUSED;
    }
    if (memory != wanted) {
        system_unmap(memory, size);
        return SHADOW_TAKEN;
    }
    madvise(memory, size, MADV_DONTDUMP);
    mapped = true;
    return SHADOW_READY;
}

enum shadow_result
shadow_map(enum options_filter wanted)
{
    enum shadow_result result = SHADOW_REFUSED;

    recorder.shadow_hashed = 0;
    if (wanted != OPTIONS_FILTER_HASH) {
        result = map_fixed(map_bytes);
        if (result == SHADOW_READY || wanted == OPTIONS_FILTER_MAP) {
            return result;
        }
    }
    recorder.shadow_hashed = 1;
    return map_fixed(hash_bytes);
}

bool
shadow_holds(uint64_t address)
{
    return address >= SHADOW_BASE &&
           address - SHADOW_BASE <
               (recorder.shadow_hashed ? hash_bytes : map_bytes);
}

void
shadow_track(uint64_t object)
{
    uint8_t *byte = shadow_byte(object);

    if (!recorder.shadow_hashed) {
        *byte |= SHADOW_TRACKED;
    }
    else if (*byte != COUNTER_STUCK) {
        ++*byte;
    }
}

void
shadow_forget(uint64_t object)
{
    uint8_t *byte = shadow_byte(object);

    if (!recorder.shadow_hashed) {
        *byte &= (uint8_t)~SHADOW_TRACKED;
    }
    else if (*byte != COUNTER_STUCK && *byte != 0) {
        --*byte;
    }
}

void
shadow_mark_type(uint64_t type, bool untracked)
{
    if (recorder.shadow_hashed) {
        return;
    }
    if (untracked) {
        *shadow_byte(type) |= SHADOW_TYPE_UNTRACKED;
    }
    else {
        *shadow_byte(type) &= (uint8_t)~SHADOW_TYPE_UNTRACKED;
    }
}

void
shadow_clear(void)
{
    if (system_is_sealed()) {
        return; /* the hooks do nothing any more */
    }
    madvise((void *)(uintptr_t)SHADOW_BASE,
            recorder.shadow_hashed ? hash_bytes : map_bytes, MADV_DONTNEED);
}

void
shadow_advise(int advice)
{
    if (mapped) { /* else it may be the program's */
        SYSTEM(SYS_madvise, SHADOW_BASE,
               recorder.shadow_hashed ? hash_bytes : map_bytes,
               (uint64_t)advice);
    }
}

void
shadow_unmap(void)
{
    if (mapped) { /* else it may be the program's */
        mapped = false;
        system_unmap((void *)(uintptr_t)SHADOW_BASE,
                     recorder.shadow_hashed ? hash_bytes : map_bytes);
    }
}
