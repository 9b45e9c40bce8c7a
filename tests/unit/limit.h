/*
 * limit - a resource limit of this process, by its system call.
 *
 * setrlimit is the library's own (program_limits.h), and whoever calls it links
 * it: a sanitizer would, before anything is ready.
 */
#ifndef REFTALLY_TESTS_UNIT_LIMIT_H
#define REFTALLY_TESTS_UNIT_LIMIT_H

#include <stdlib.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Sets the soft limit. Returns what it was. Asserts nothing: each assertion
 * writes to a file, which may be limited now. */
static inline rlim_t
limit_set(int resource, rlim_t soft)
{
    struct rlimit limit = { 0 }, before = { 0 };

    if (syscall(SYS_prlimit64, 0, resource, NULL, &before) != 0) {
        abort();
    }
    limit = (struct rlimit){ soft, before.rlim_max };
    if (syscall(SYS_prlimit64, 0, resource, &limit, NULL) != 0) {
        abort();
    }
    return before.rlim_cur;
}

#endif
