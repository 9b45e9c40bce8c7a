#include "probe/start/reporter.h"

#include "base/note.h"
#include "base/system.h"
#include "probe/file/ledger_guard.h"
#include "probe/file/ledger_place.h"
#include "probe/state/recorder.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef REFTALLY_BINDIR
#define REFTALLY_BINDIR "/usr/local/bin"
#endif

enum { PATH_BYTES = 4096 };

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
                          (char *)(uintptr_t)ledger_place_path(),
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
reporter_run(char *const *environment)
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
         access(ledger_place_path(), F_OK) != 0)) {
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
             ledger_place_path());
    }
    errno = kept_errno;
}
