/* memory - reads of the host's memory by address; never checked. */
#ifndef REFTALLY_CPYTHON_MEMORY_H
#define REFTALLY_CPYTHON_MEMORY_H

#include <stdint.h>

static inline uint8_t
load8(uint64_t address)
{
    return *(const uint8_t *)(uintptr_t)address;
}

static inline uint16_t
load16(uint64_t address)
{
    uint16_t value;
    __builtin_memcpy(&value, (const void *)(uintptr_t)address, sizeof value);
    return value;
}

static inline uint32_t
load32(uint64_t address)
{
    uint32_t value;
    __builtin_memcpy(&value, (const void *)(uintptr_t)address, sizeof value);
    return value;
}

static inline uint64_t
load64(uint64_t address)
{
    uint64_t value;
    __builtin_memcpy(&value, (const void *)(uintptr_t)address, sizeof value);
    return value;
}

#endif
