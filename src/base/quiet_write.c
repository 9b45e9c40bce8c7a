#include "base/quiet_write.h"

#include "base/system.h"
#include "base/thread_mask.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>

#ifndef RWF_NOWAIT
#define RWF_NOWAIT 8
#endif

enum {
    WAITS_MAX = 3, /* each may be cut short by a signal */
    CURRENT_POSITION = -1,
};

static bool
block_own(uint64_t *before, uint64_t *pending)
{
    uint64_t own = thread_mask_bit(SIGPIPE) | thread_mask_bit(SIGXFSZ);

    if (!thread_mask_block(own, before)) {
        return false;
    }
    if (SYSTEM(SYS_rt_sigpending, SYSTEM_ADDRESS(pending), sizeof *pending) !=
        0) {
        thread_mask_restore(*before);
        return false;
    }
    return true;
}

/* One that waited before is somebody else's, and stays: two become one. */
static void
take_back(int number, uint64_t pending)
{
    static const struct timespec at_once;
    uint64_t raised = thread_mask_bit(number) & ~pending;
    int64_t taken;

    do {
        taken = SYSTEM(SYS_rt_sigtimedwait, SYSTEM_ADDRESS(&raised), 0,
                       SYSTEM_ADDRESS(&at_once), sizeof raised);
    } while (taken == -EINTR);
}

/* False: nobody reads. */
static bool
is_writable(int fd)
{
    struct pollfd asked = { .fd = fd, .events = POLLOUT };

    return SYSTEM(SYS_poll, SYSTEM_ADDRESS(&asked), 1, QUIET_WRITE_MS) > 0;
}

/* Somebody else may fill a pipe in the meantime: it must not wait then. */
static int64_t
write_some(int fd, bool pipe, const char *bytes, size_t count)
{
    struct iovec vector = { (void *)(uintptr_t)bytes, count };
    int64_t written = -EOPNOTSUPP;

    if (pipe) {
        written = SYSTEM(SYS_pwritev2, (uint64_t)fd, SYSTEM_ADDRESS(&vector), 1,
                         (uint64_t)CURRENT_POSITION, 0, RWF_NOWAIT);
    }
    if (written == -EOPNOTSUPP || written == -EINVAL || written == -ENOSYS) {
        written = SYSTEM(SYS_write, (uint64_t)fd, SYSTEM_ADDRESS(bytes), count);
    }
    return written;
}

static bool
is_pipe(int fd)
{
    struct stat status;

    return SYSTEM(SYS_fstat, (uint64_t)fd, SYSTEM_ADDRESS(&status)) == 0 &&
           S_ISFIFO(status.st_mode);
}

/* Returns what the last write did. */
static int64_t
write_all(int fd, const char *bytes, size_t count)
{
    bool pipe = is_pipe(fd);
    int64_t written = 0;

    for (int waits = 0; count > 0 && waits < WAITS_MAX && is_writable(fd);) {
        written = write_some(fd, pipe, bytes, count);
        if (written == -EINTR || written == -EAGAIN) {
            waits++;
            continue;
        }
        if (written <= 0) {
            break; /* nobody left to tell */
        }
        bytes += written;
        count -= (size_t)written;
    }
    return written;
}

void
quiet_write(int fd, const char *bytes, size_t count)
{
    uint64_t before, pending;
    int64_t last;

    if (system_is_sealed() || !block_own(&before, &pending)) {
        return;
    }
    last = write_all(fd, bytes, count);
    if (last == -EPIPE) {
        take_back(SIGPIPE, pending);
    }
    else if (last == -EFBIG) {
        take_back(SIGXFSZ, pending);
    }
    thread_mask_restore(before);
}
