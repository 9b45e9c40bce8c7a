#include "probe/start/executing.h"

#include "base/memory_limits.h"
#include "base/system.h"
#include "probe/start/ending.h"
#include "probe/start/finish.h"
#include "probe/start/next.h"
#include "probe/start/program_limits.h"
#include "probe/start/reporter.h"
#include "probe/state/recorder.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))

typedef int execute_with(const char *path, char *const arguments[],
                         char *const environment[]);
typedef int execute(const char *path, char *const arguments[]);
typedef int execute_open(int fd, char *const arguments[],
                         char *const environment[]);

/* Found at start: a child of vfork may not look for them. */
static struct {
    uint64_t process; /* that is recorded since it began */
    execute_with *execve;
    execute *execv, *execvp;
    execute_open *fexecve;
} watched;

/* What is to be undone if nothing is executed. */
struct before {
    bool limits, ended;
};

void
executing_init(void)
{
    next_function("execve", &watched.execve);
    next_function("execv", &watched.execv);
    next_function("execvp", &watched.execvp);
    next_function("fexecve", &watched.fexecve);
}

void
executing_watch(void)
{
    watched.process = (uint64_t)getpid();
}

/* Whoever looks for a program along a path asks for many that are not there. */
static bool
is_program(const char *path)
{
    struct stat about;

    return stat(path, &about) == 0 && S_ISREG(about.st_mode) &&
           access(path, X_OK) == 0;
}

/*
 * Not a child: most have been forked for the sake of what they execute now, and
 * those of vfork borrow our memory.
 */
static bool
is_replaced(const char *path)
{
    return path != NULL && !system_is_sealed() && recorder.recording &&
           watched.process == (uint64_t)getpid() && is_program(path);
}

static struct before
prepare(const char *path)
{
    int kept_errno = errno;
    struct before before = { .ended = is_replaced(path) };

    if (before.ended) {
        ending_by_call("exec");
        finish_recording("exec");
        reporter_run(environ);
    }
    before.limits = program_limits_leave(path);
    errno = kept_errno;
    return before;
}

static int
come_back(struct before before, int result)
{
    int kept_errno = errno;

    if (before.limits) {
        memory_limits_come_back();
    }
    if (before.ended) {
        recorder.store.header->end = LEDGER_STOPPED;
        recorder.store.header->reason = REASON_NOT_EXECUTED;
    }
    errno = kept_errno;
    return result;
}

EXPORT int
execve(const char *path, char *const arguments[], char *const environment[])
{
    struct before before = prepare(path);

    return come_back(before, watched.execve(path, arguments, environment));
}

EXPORT int
execv(const char *path, char *const arguments[])
{
    struct before before = prepare(path);

    return come_back(before, watched.execv(path, arguments));
}

EXPORT int
execvp(const char *name, char *const arguments[])
{
    struct before before = prepare(NULL);

    return come_back(before, watched.execvp(name, arguments));
}

EXPORT int
fexecve(int fd, char *const arguments[], char *const environment[])
{
    struct before before = prepare(NULL);

    return come_back(before, watched.fexecve(fd, arguments, environment));
}
