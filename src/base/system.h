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

/* One-way. */
void system_seal(void);
bool system_is_sealed(void);

/* What the kernel returns: negative for an error, then -errno. */
static inline int64_t
system_call(int64_t number, const uint64_t arguments[6])
{
    register uint64_t fourth __asm__("r10") = arguments[3];
    register uint64_t fifth __asm__("r8") = arguments[4];
    register uint64_t sixth __asm__("r9") = arguments[5];
    int64_t result;

    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(number), "D"(arguments[0]), "S"(arguments[1]),
                       "d"(arguments[2]), "r"(fourth), "r"(fifth), "r"(sixth)
                     : "rcx", "r11", "memory");
    return result;
}

#define SYSTEM_ADDRESS(pointer) ((uint64_t)(uintptr_t)(pointer))

/* Arguments that are left out are 0. */
#define SYSTEM(number, ...) system_call(number, (uint64_t[6]){ __VA_ARGS__ })

#endif
