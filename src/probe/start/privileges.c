/*
 * privileges - a process that becomes another user's takes its ledger along.
 *
 * Servers open their logs as root and serve as somebody else. The ledger's file
 * is opened again whenever it grows, which that user could not do: so it is
 * given to the user just before.
 */
#include "base/system.h"
#include "probe/file/ledger_place.h"
#include "probe/start/next.h"
#include "probe/state/recorder.h"

#include <errno.h>
#include <sys/types.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))

/* Who borrows our memory, as a child of vfork, has no ledger of its own. */
static void
become(uid_t user)
{
    if (recorder.recording && user != (uid_t)-1 && !system_is_sealed() &&
        geteuid() == 0 && recorder.pid == (uint64_t)getpid()) {
        ledger_place_give_to(user);
    }
}

/* A user less, or one more, is an argument less or more: all are passed on. */
static int
call_next(const char *name, uid_t first, uid_t second, uid_t third)
{
    int (*next)(uid_t, uid_t, uid_t);

    next_function(name, &next);
    if (next == NULL) {
        errno = ENOSYS;
        return -1;
    }
    return next(first, second, third);
}

EXPORT int
setuid(uid_t user)
{
    become(user);
    return call_next("setuid", user, 0, 0);
}

EXPORT int
seteuid(uid_t user)
{
    become(user);
    return call_next("seteuid", user, 0, 0);
}

EXPORT int
setreuid(uid_t real, uid_t effective)
{
    become(effective);
    return call_next("setreuid", real, effective, 0);
}

EXPORT int
setresuid(uid_t real, uid_t effective, uid_t saved)
{
    become(effective);
    return call_next("setresuid", real, effective, saved);
}
