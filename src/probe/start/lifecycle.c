#include "probe/start/lifecycle.h"

#include "base/clock.h"
#include "base/note.h"
#include "base/system.h"
#include "probe/file/ledger_file.h"
#include "probe/file/ledger_guard.h"
#include "probe/stack/activations.h"
#include "probe/state/recorder.h"
#include "probe/state/shadow.h"
#include "probe/state/short_ways.h"
#include "probe/state/turn.h"
#include "probe/watch/slot_watch.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef REFTALLY_BINDIR
#define REFTALLY_BINDIR "/usr/local/bin"
#endif

enum { PATH_BYTES = 4096 };

static const char preload_name[] = "LD_PRELOAD=";
static const char library_name[] = "libreftally.so";

static bool
is_own_library(const char *item, size_t length)
{
    size_t own = sizeof library_name - 1;

    return length >= own &&
           memcmp(item + length - own, library_name, own) == 0 &&
           (length == own || item[length - own - 1] == '/');
}

/* Takes our own entry out of the list, in place; "" when nothing is left. */
static void
remove_from_list(char *list)
{
    char *out = list, *at = list;

    while (*at != '\0') {
        size_t length = strcspn(at, ": ");

        if (length > 0 && !is_own_library(at, length)) {
            if (out != list) {
                *out++ = ':';
            }
            memmove(out, at, length);
            out += length;
        }
        at += length;
        at += *at != '\0';
    }
    *out = '\0';
}

void
lifecycle_leave_preload(char **environment)
{
    for (; *environment != NULL; environment++) {
        char *list;

        if (strncmp(*environment, preload_name, sizeof preload_name - 1) != 0) {
            continue;
        }
        list = *environment + sizeof preload_name - 1;
        remove_from_list(list);
        if (*list == '\0') {
            char **next = environment;

            do {
                next[0] = next[1];
            } while (*next++ != NULL);
        }
        return;
    }
}

/* ---- forks ---- */

/*
 * The tables are shared memory: the parent must not change them while the
 * child copies them. It waits for a byte, or for the end of the child.
 */
static int copied[2] = { -1, -1 };

enum { COPY_TIMEOUT_MS = 10000 };

static bool forks_in_turn; /* nobody is in the middle of a change */

static void
end_turn(void)
{
    if (forks_in_turn) {
        turn_give_if_several();
    }
}

static bool
child_copies(void)
{
    return recorder.store.header != NULL && recorder.recording &&
           recorder.options.follow && !system_is_sealed();
}

static void
close_copied(void)
{
    for (int i = 0; i < 2; i++) {
        if (copied[i] >= 0) {
            close(copied[i]);
            copied[i] = -1;
        }
    }
}

static void
before_fork(void)
{
    int kept_errno = errno;

    forks_in_turn = turn_take_if_several();
    if (child_copies() && pipe2(copied, O_CLOEXEC) != 0) {
        copied[0] = copied[1] = -1;
    }
    errno = kept_errno;
}

static void
in_parent(void)
{
    int kept_errno = errno;
    struct pollfd wait = { .fd = copied[0], .events = POLLIN };

    if (copied[0] >= 0) {
        close(copied[1]);
        copied[1] = -1;
        while (poll(&wait, 1, COPY_TIMEOUT_MS) < 0 && errno == EINTR) {
        }
        close_copied();
    }
    end_turn();
    errno = kept_errno;
}

/* The file is the parent's: nothing may be written, nothing said. */
static void
leave_to_parent(void)
{
    recorder.recording = false;
    recorder.store.header = NULL;
    entry_count_path.thread_state = 1; /* nobody's */
    shadow_clear();
}

static void
continue_in_child(void)
{
    if (recorder.store.header == NULL || !recorder.recording) {
        return;
    }
    recorder.busy = false;
    /* Without a pipe there is no safe copy. */
    if (!recorder.options.follow || copied[1] < 0) {
        leave_to_parent();
        return;
    }
    recorder.pid = (uint64_t)getpid();
    activations_forget_others();
    slot_watch_forget();
    if (!ledger_file_fork(&recorder.store, recorder.options.output)) {
        recorder.recording = false;
        recorder.store.header = NULL;
        shadow_clear();
        note("recording stopped in the forked process %lu: %s",
             (unsigned long)recorder.pid, reason_text(REASON_LEDGER_OPEN));
        return;
    }
    recorder.store.header->pid = recorder.pid;
    recorder.store.header->parent_pid = (uint64_t)getppid();
    recorder.store.header->start_realtime_ns =
        (uint64_t)clock_ns(CLOCK_REALTIME);
}

static void
in_child(void)
{
    int kept_errno = errno;

    end_turn();
    continue_in_child();
    if (copied[1] >= 0 && write(copied[1], "", 1) < 0) {
        /* The parent sees the end of the pipe instead. */
    }
    close_copied();
    errno = kept_errno;
}

void
lifecycle_watch_forks(void)
{
    pthread_atfork(before_fork, in_parent, in_child);
}

/* ---- the reporter ---- */

static bool
reporter_path(char *out)
{
    static const char *const places[] = { "../../bin", "..", ".", "../bin" };
    Dl_info own;
    size_t length;

    if (access(REFTALLY_BINDIR "/reftally", X_OK) == 0) {
        note_format(out, PATH_BYTES, "%s", REFTALLY_BINDIR "/reftally");
        return true;
    }
    if (dladdr((void *)(uintptr_t)reporter_path, &own) == 0 ||
        own.dli_fname == NULL) {
        return false;
    }
    length = strlen(own.dli_fname);
    while (length > 0 && own.dli_fname[length - 1] != '/') {
        length--;
    }
    if (length == 0 || length > PATH_BYTES / 2) {
        return false;
    }
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        memcpy(out, own.dli_fname, length);
        note_format(out + length, PATH_BYTES - length, "%s/reftally",
                    places[i]);
        if (access(out, X_OK) == 0) {
            return true;
        }
    }
    return false;
}

static void
spawn_reporter(const char *path, char *const *environment)
{
    char *arguments[] = { (char *)(uintptr_t)path,
                          "report",
                          "--spec",
                          (char *)(uintptr_t)recorder.options.report,
                          (char *)(uintptr_t)ledger_file_path(),
                          NULL };
    posix_spawnattr_t attributes;
    sigset_t all, none, kept;
    pid_t child;
    int status;

    sigfillset(&all);
    sigemptyset(&none);
    /* Whatever the host does with SIGCHLD, it is not its child. */
    pthread_sigmask(SIG_BLOCK, &all, &kept);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setflags(&attributes,
                             POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    if (posix_spawn(&child, path, NULL, &attributes, arguments, environment) ==
        0) {
        while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
        }
    }
    posix_spawnattr_destroy(&attributes);
    pthread_sigmask(SIG_SETMASK, &kept, NULL);
}

void
lifecycle_report(char *const *environment)
{
    char path[PATH_BYTES];
    static uint64_t reported; /* by this process */
    int kept_errno = errno;

    if (recorder.store.header == NULL || system_is_sealed() ||
        recorder.pid != (uint64_t)getpid() || environment == NULL ||
        strcmp(recorder.options.report, "none") == 0) {
        return;
    }
    if (ledger_guard_was_cut() ||
        (recorder.store.header->end == LEDGER_STOPPED &&
         access(ledger_file_path(), F_OK) != 0)) {
        return; /* it is gone, which has been said */
    }
    if (__atomic_exchange_n(&reported, recorder.pid, __ATOMIC_ACQ_REL) ==
        recorder.pid) {
        return;
    }
    if (reporter_path(path)) {
        spawn_reporter(path, environment);
    }
    else {
        note("the command reftally was not found, so no report was written: "
             "reftally report %s",
             ledger_file_path());
    }
    errno = kept_errno;
}
