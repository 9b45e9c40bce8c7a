/*
 * system - calls of the kernel, made directly.
 *
 * libc's functions of these names set errno, end a thread that was cancelled,
 * and may be somebody else's: the host must notice none of that.
 *
 * The library can be sealed: from then on it makes no system call at all,
 * because the host forbids some of them to itself on pain of death. Whoever
 * calls the system asks first, and does less.
 */
#ifndef REFTALLY_BASE_SYSTEM_H
#define REFTALLY_BASE_SYSTEM_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/syscall.h>

#include "arch/cpu.h"

/* One-way. */
void system_seal(void);
bool system_is_sealed(void);

#define SYSTEM_ADDRESS(pointer) ((uint64_t)(uintptr_t)(pointer))

/*
 * Arguments that are left out are 0. What the kernel returns: negative for an
 * error, then -errno.
 */
#define SYSTEM(number, ...) system_call(number, (uint64_t[6]){ __VA_ARGS__ })

/*
 * Memory is mapped and unmapped where the host's vector registers are its own
 * and the stack is not aligned for them: no interposer may run there.
 * MAP_FAILED with errno, as of libc's mmap, whose arguments these are.
 */
#define SYSTEM_MAP(wanted, bytes, protection, flags, fd, offset)    \
    system_mapped(SYSTEM(SYS_mmap, SYSTEM_ADDRESS(wanted), bytes,   \
                         (uint64_t)(protection), (uint64_t)(flags), \
                         (uint64_t)(fd), (uint64_t)(offset)))
void *system_mapped(int64_t result);
void system_unmap(void *memory, uint64_t bytes);

/* False: unknown. libc's function of this would be the library's own. */
bool system_limit(int resource, struct rlimit *limit);

/* CAP_SYS_RESOURCE and the like: whether this thread has it. */
bool system_may(unsigned capability);

#endif
