/*
 * own_calls - the library's own functions for those of libc that call the
 * kernel.
 *
 * What calls them here runs in the midst of the host's code. Many of libc's end
 * a thread that was cancelled, where the host has no such end: it would hold
 * locks for ever, and ours with them. And any may be another library's, made to
 * replace libc's (libfaketime has fstat): such a one needs an aligned stack, and
 * changes registers which are the host's there. These do what libc's do and
 * nothing else. They are hidden: nobody but the library sees them.
 */
#include "base/system.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
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

int
fstat(int fd, struct stat *status)
{
    return (int)result_of(SYSTEM(SYS_newfstatat, (uint64_t)fd,
                                 SYSTEM_ADDRESS(""), SYSTEM_ADDRESS(status),
                                 AT_EMPTY_PATH));
}

int
stat(const char *path, struct stat *status)
{
    return (int)result_of(SYSTEM(SYS_newfstatat, (uint64_t)AT_FDCWD,
                                 SYSTEM_ADDRESS(path), SYSTEM_ADDRESS(status),
                                 0));
}

int
access(const char *path, int mode)
{
    return (int)result_of(
        SYSTEM(SYS_access, SYSTEM_ADDRESS(path), (uint64_t)mode));
}

int
mkdir(const char *path, mode_t mode)
{
    return (int)result_of(SYSTEM(SYS_mkdir, SYSTEM_ADDRESS(path), mode));
}

ssize_t
readlink(const char *path, char *buffer, size_t size)
{
    return result_of(SYSTEM(SYS_readlink, SYSTEM_ADDRESS(path),
                            SYSTEM_ADDRESS(buffer), size));
}

int
renameat(int from_directory, const char *from, int to_directory, const char *to)
{
    return (int)result_of(SYSTEM(SYS_renameat, (uint64_t)from_directory,
                                 SYSTEM_ADDRESS(from), (uint64_t)to_directory,
                                 SYSTEM_ADDRESS(to)));
}

int
unlink(const char *path)
{
    return (int)result_of(SYSTEM(SYS_unlink, SYSTEM_ADDRESS(path)));
}

int
unlinkat(int directory, const char *path, int flags)
{
    return (int)result_of(SYSTEM(SYS_unlinkat, (uint64_t)directory,
                                 SYSTEM_ADDRESS(path), (uint64_t)flags));
}

int
pipe2(int fds[2], int flags)
{
    return (int)result_of(
        SYSTEM(SYS_pipe2, SYSTEM_ADDRESS(fds), (uint64_t)flags));
}

pid_t
getpid(void)
{
    return (pid_t)SYSTEM(SYS_getpid);
}

pid_t
getppid(void)
{
    return (pid_t)SYSTEM(SYS_getppid);
}

uid_t
geteuid(void)
{
    return (uid_t)SYSTEM(SYS_geteuid);
}

int
madvise(void *start, size_t size, int advice)
{
    return (int)result_of(
        SYSTEM(SYS_madvise, SYSTEM_ADDRESS(start), size, (uint64_t)advice));
}

int
mincore(void *start, size_t size, unsigned char *resident)
{
    return (int)result_of(SYSTEM(SYS_mincore, SYSTEM_ADDRESS(start), size,
                                 SYSTEM_ADDRESS(resident)));
}

int
mprotect(void *start, size_t size, int protection)
{
    return (int)result_of(SYSTEM(SYS_mprotect, SYSTEM_ADDRESS(start), size,
                                 (uint64_t)protection));
}

int
munlock(const void *start, size_t size)
{
    return (int)result_of(SYSTEM(SYS_munlock, SYSTEM_ADDRESS(start), size));
}

/* libc keeps two signals for itself, which nobody may block. */
int
pthread_sigmask(int how, const sigset_t *wanted, sigset_t *before)
{
    static const uint64_t kept = UINT64_C(3) << (__SIGRTMIN - 1);
    uint64_t mask = 0;

    if (wanted != NULL) {
        mask = *(const uint64_t *)wanted & ~kept;
    }
    return (int)-SYSTEM(SYS_rt_sigprocmask, (uint64_t)how,
                        wanted == NULL ? 0 : SYSTEM_ADDRESS(&mask),
                        SYSTEM_ADDRESS(before), sizeof mask);
}
