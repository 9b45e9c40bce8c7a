/*
 * uncancelled - libc's functions that end a thread which was cancelled.
 *
 * What calls them here runs in the midst of the host's code, where the host has
 * no such end: it would hold locks for ever, and ours with them. So the library
 * has its own, which make the same calls of the kernel and nothing else. They
 * are hidden: nobody but the library sees them.
 */
#include "base/system.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* As libc returns it. */
static int64_t
result_of(int64_t result)
{
    if (result < 0) {
        errno = (int)-result;
        return -1;
    }
    return result;
}

static uint64_t
mode_of(int flags, va_list rest)
{
    return (flags & O_CREAT) != 0 ? va_arg(rest, unsigned) : 0;
}

int
openat(int directory, const char *path, int flags, ...)
{
    va_list rest;
    int64_t fd;

    va_start(rest, flags);
    fd = SYSTEM(SYS_openat, (uint64_t)directory, SYSTEM_ADDRESS(path),
                (uint64_t)flags, mode_of(flags, rest));
    va_end(rest);
    return (int)result_of(fd);
}

int
open(const char *path, int flags, ...)
{
    va_list rest;
    int64_t fd;

    va_start(rest, flags);
    fd = SYSTEM(SYS_openat, (uint64_t)AT_FDCWD, SYSTEM_ADDRESS(path),
                (uint64_t)flags, mode_of(flags, rest));
    va_end(rest);
    return (int)result_of(fd);
}

int
close(int fd)
{
    return (int)result_of(SYSTEM(SYS_close, (uint64_t)fd));
}

ssize_t
read(int fd, void *buffer, size_t size)
{
    return result_of(
        SYSTEM(SYS_read, (uint64_t)fd, SYSTEM_ADDRESS(buffer), size));
}

ssize_t
write(int fd, const void *buffer, size_t size)
{
    return result_of(
        SYSTEM(SYS_write, (uint64_t)fd, SYSTEM_ADDRESS(buffer), size));
}

ssize_t
pread(int fd, void *buffer, size_t size, off_t offset)
{
    return result_of(SYSTEM(SYS_pread64, (uint64_t)fd, SYSTEM_ADDRESS(buffer),
                            size, (uint64_t)offset));
}

ssize_t
pwrite(int fd, const void *buffer, size_t size, off_t offset)
{
    return result_of(SYSTEM(SYS_pwrite64, (uint64_t)fd, SYSTEM_ADDRESS(buffer),
                            size, (uint64_t)offset));
}

int
fallocate(int fd, int mode, off_t offset, off_t size)
{
    return (int)result_of(SYSTEM(SYS_fallocate, (uint64_t)fd, (uint64_t)mode,
                                 (uint64_t)offset, (uint64_t)size));
}

int
poll(struct pollfd *polled, nfds_t count, int timeout_ms)
{
    return (int)result_of(
        SYSTEM(SYS_poll, SYSTEM_ADDRESS(polled), count, (uint64_t)timeout_ms));
}

int
nanosleep(const struct timespec *time, struct timespec *left)
{
    return (int)result_of(SYSTEM(SYS_clock_nanosleep, CLOCK_REALTIME, 0,
                                 SYSTEM_ADDRESS(time), SYSTEM_ADDRESS(left)));
}

pid_t
waitpid(pid_t child, int *status, int options)
{
    return (pid_t)result_of(SYSTEM(SYS_wait4, (uint64_t)child,
                                   SYSTEM_ADDRESS(status), (uint64_t)options));
}
