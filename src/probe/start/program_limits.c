/*
 * program_limits - a program that limits its memory limits its own, not ours.
 *
 * Sandboxes and tests do so in mid-run, with setrlimit and prlimit. What they
 * ask for is for what they map themselves (base/memory_limits.h). A program that
 * is executed gets it as it is, and one that is spawned, as soon as it runs.
 */
#include "probe/start/program_limits.h"

#include "base/maps_file.h"
#include "base/mapping.h"
#include "base/memory_limits.h"
#include "base/system.h"
#include "probe/start/next.h"
#include "probe/state/shadow.h"

#include <errno.h>
#include <pthread.h>
#include <spawn.h>
#include <stddef.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))

enum {
    TEXT_BYTES = 16 * 1024,
    STUBS_BYTES = 64 << 20, /* for the library's code, stubs and what comes */
};

typedef int spawn(pid_t *child, const char *path,
                  const posix_spawn_file_actions_t *actions,
                  const posix_spawnattr_t *attributes, char *const arguments[],
                  char *const environment[]);

/* Found at start: a child of vfork may not look for them. */
static struct {
    uint64_t process; /* with mappings of ours; 0: there are none yet */
    spawn *spawn, *spawnp;
} watched;

static void
in_child(void)
{
    watched.process = system_is_sealed() ? 0 : (uint64_t)getpid();
}

void
program_limits_init(void)
{
    next_function_of("posix_spawn", "GLIBC_2.15", &watched.spawn);
    next_function_of("posix_spawnp", "GLIBC_2.15", &watched.spawnp);
}

void
program_limits_watch(void)
{
    watched.process = (uint64_t)getpid();
    pthread_atfork(NULL, NULL, in_child);
}

/* ---- limits ---- */

/* Bytes that a limit counts. */
struct share {
    int resource;
    uint64_t ours, all;
};

static bool
add_up(const struct maps_line *line, void *context)
{
    struct share *share = context;
    uint64_t size = line->end - line->start;

    if (share->resource == RLIMIT_AS || (line->writable && line->is_private)) {
        share->all += size;
        if (shadow_holds(line->start) || mapping_holds(line->start)) {
            share->ours += size;
        }
    }
    return true;
}

static struct share
share_of(int resource)
{
    char text[TEXT_BYTES];
    struct share share = { resource, STUBS_BYTES, STUBS_BYTES };

    maps_file_read(text, sizeof text, add_up, &share);
    return share;
}

static bool
leaves_enough(int resource)
{
    struct rlimit limit;
    struct share share;

    if (!system_limit(resource, &limit) || limit.rlim_cur == RLIM_INFINITY) {
        return true;
    }
    share = share_of(resource);
    return share.all <= limit.rlim_cur &&
           limit.rlim_cur - share.all >= share.ours;
}

/*
 * What comes on top of the program's limit. Nothing, where that is not below
 * all that is mapped: whoever asks for it has looked, and counted what is ours.
 */
static uint64_t
addition(int resource, const struct rlimit *limit)
{
    struct share share = share_of(resource);

    return limit->rlim_cur >= share.all - STUBS_BYTES ? 0 : share.ours;
}

bool
program_limits_leave_enough(void)
{
    return leaves_enough(RLIMIT_AS) && leaves_enough(RLIMIT_DATA);
}

/* Whoever borrows our memory is about to execute something else. */
static bool
is_ours(pid_t process, int resource)
{
    return watched.process != 0 && !system_is_sealed() &&
           memory_limits_know(resource) &&
           (process == 0 || (uint64_t)process == watched.process) &&
           watched.process == (uint64_t)getpid();
}

static int
change_limit(pid_t process, int resource, const struct rlimit *limit,
             struct rlimit *old)
{
    struct rlimit before;
    int64_t result = SYSTEM(SYS_prlimit64, (uint64_t)process,
                            (uint64_t)resource, 0, SYSTEM_ADDRESS(&before));
    bool ours = result == 0 && is_ours(process, resource);

    if (ours) {
        memory_limits_show(resource, &before);
    }
    if (result == 0 && limit != NULL) {
        result =
            ours ? memory_limits_set(resource, limit, addition(resource, limit))
                 : SYSTEM(SYS_prlimit64, (uint64_t)process, (uint64_t)resource,
                          SYSTEM_ADDRESS(limit));
    }
    if (result != 0) {
        errno = (int)-result;
        return -1;
    }
    if (old != NULL) {
        *old = before;
    }
    return 0;
}

EXPORT int
setrlimit(__rlimit_resource_t resource, const struct rlimit *limit)
{
    return change_limit(0, (int)resource, limit, NULL);
}

EXPORT int
setrlimit64(__rlimit_resource_t resource, const struct rlimit64 *limit)
{
    return change_limit(0, (int)resource, (const struct rlimit *)limit, NULL);
}

EXPORT int
getrlimit(__rlimit_resource_t resource, struct rlimit *limit)
{
    return change_limit(0, (int)resource, NULL, limit);
}

EXPORT int
getrlimit64(__rlimit_resource_t resource, struct rlimit64 *limit)
{
    return change_limit(0, (int)resource, NULL, (struct rlimit *)limit);
}

EXPORT int
prlimit(pid_t process, enum __rlimit_resource resource,
        const struct rlimit *limit, struct rlimit *old)
{
    return change_limit(process, (int)resource, limit, old);
}

EXPORT int
prlimit64(pid_t process, enum __rlimit_resource resource,
          const struct rlimit64 *limit, struct rlimit64 *old)
{
    return change_limit(process, (int)resource, (const struct rlimit *)limit,
                        (struct rlimit *)old);
}

/* ---- other programs ---- */

bool
program_limits_leave(const char *path)
{
    int kept_errno = errno;
    bool leaves = !system_is_sealed() && memory_limits_are_raised() &&
                  (path == NULL || access(path, X_OK) == 0);

    if (leaves) {
        memory_limits_leave();
    }
    errno = kept_errno;
    return leaves;
}

/* It has executed its program by then. */
static int
hand_over(int result, pid_t child, pid_t *out)
{
    int kept_errno = errno;

    if (result == 0) {
        if (!system_is_sealed() && memory_limits_are_raised()) {
            memory_limits_hand_to((uint64_t)child);
        }
        if (out != NULL) {
            *out = child;
        }
    }
    errno = kept_errno;
    return result;
}

EXPORT int
posix_spawn(pid_t *out, const char *path,
            const posix_spawn_file_actions_t *actions,
            const posix_spawnattr_t *attributes, char *const arguments[],
            char *const environment[])
{
    pid_t child = 0;
    int result = watched.spawn(&child, path, actions, attributes, arguments,
                               environment);

    return hand_over(result, child, out);
}

EXPORT int
posix_spawnp(pid_t *out, const char *name,
             const posix_spawn_file_actions_t *actions,
             const posix_spawnattr_t *attributes, char *const arguments[],
             char *const environment[])
{
    pid_t child = 0;
    int result = watched.spawnp(&child, name, actions, attributes, arguments,
                                environment);

    return hand_over(result, child, out);
}
