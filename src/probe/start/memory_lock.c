/*
 * memory_lock - a program that locks its memory locks its own, not ours.
 *
 * The library reserves terabytes of which it touches little. mlockall would
 * have the kernel fill them all: so what is mapped already is locked piece by
 * piece, without what lies in the library's places. What is mapped later is the
 * kernel's to lock; the library takes its own out again (base/mapping.h).
 */
#include "base/mapping.h"
#include "base/maps_file.h"
#include "base/system.h"
#include "probe/start/next.h"
#include "probe/state/recorder.h"
#include "probe/state/shadow.h"

#include <errno.h>
#include <linux/capability.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>

#define EXPORT __attribute__((visibility("default")))

#ifndef MCL_ONFAULT
#define MCL_ONFAULT 4
#endif

enum { TEXT_BYTES = 16 * 1024, LOCK_ON_FAULT = 1 };

struct locking {
    uint64_t bytes; /* of the program's own mappings */
    uint64_t flags; /* of mlock2 */
};

/* What nobody may read has no pages, and keeps room for the library's stubs. */
static bool
is_programs(const struct maps_line *line)
{
    return line->readable && !shadow_holds(line->start) &&
           !mapping_holds(line->start);
}

static bool
add_up(const struct maps_line *line, void *context)
{
    struct locking *locking = context;

    locking->bytes += is_programs(line) ? line->end - line->start : 0;
    return true;
}

/* As mlockall does, what cannot be locked is passed over. */
static bool
lock(const struct maps_line *line, void *context)
{
    const struct locking *locking = context;

    if (is_programs(line)) {
        SYSTEM(SYS_mlock2, line->start, line->end - line->start,
               locking->flags);
    }
    return true;
}

/* What the kernel would answer if the program had its own mappings only. */
static int
refusal(uint64_t bytes)
{
    struct rlimit limit;

    if (system_may(CAP_IPC_LOCK) || !system_limit(RLIMIT_MEMLOCK, &limit) ||
        limit.rlim_cur == RLIM_INFINITY) {
        return 0;
    }
    return limit.rlim_cur == 0 ? EPERM : bytes > limit.rlim_cur ? ENOMEM : 0;
}

/* What is mapped now; and later, as `later` has it. */
static int
lock_current(int flags, int (*next)(int))
{
    char text[TEXT_BYTES];
    struct locking locking = {
        .flags = (flags & MCL_ONFAULT) != 0 ? LOCK_ON_FAULT : 0,
    };
    int later = flags & MCL_FUTURE ? flags & ~MCL_CURRENT : 0;

    if (!maps_file_read(text, sizeof text, add_up, &locking)) {
        return next(flags & ~MCL_CURRENT);
    }
    errno = refusal(locking.bytes);
    if (errno != 0) {
        return -1;
    }
    if (later == 0) {
        munlockall(); /* an earlier MCL_FUTURE ends here */
    }
    else if (next(later) != 0) {
        return -1;
    }
    maps_file_read(text, sizeof text, lock, &locking);
    return 0;
}

EXPORT int
mlockall(int flags)
{
    int (*next)(int);

    next_function("mlockall", &next);
    if (next == NULL) {
        errno = ENOSYS;
        return -1;
    }
    if ((flags & MCL_FUTURE) != 0) {
        mapping_stay_unlocked();
    }
    if (recorder.store.header == NULL || system_is_sealed()) {
        return next(
            flags); /* nothing of ours is mapped; or nothing is called */
    }
    return (flags & MCL_CURRENT) != 0 &&
                   (flags & ~(MCL_CURRENT | MCL_FUTURE | MCL_ONFAULT)) == 0
               ? lock_current(flags, next)
               : next(flags);
}
