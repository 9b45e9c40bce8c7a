#include "probe/start/snapshot.h"

#include "base/clock.h"
#include "base/system.h"
#include "probe/census/census.h"
#include "probe/census/checkpoint.h"
#include "probe/file/ledger_file.h"
#include "probe/file/ledger_place.h"
#include "probe/start/ending.h"
#include "probe/start/finish.h"
#include "probe/state/fork_memory.h"
#include "probe/state/recorder.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef SYS_close_range
#define SYS_close_range 436 /* from Linux 5.9 on; headers may be older */
#endif

enum { PATH_BYTES = 4096, COPY_TIMEOUT_MS = 10000 };

/* NAME.now, as a pattern: what looks like a % of a pattern is none. */
static bool
name_snapshot(char pattern[PATH_BYTES])
{
    static const char suffix[] = ".now";
    const char *path = ledger_place_path();
    size_t length = 0;

    for (; *path != '\0' && length < PATH_BYTES - sizeof suffix - 1; path++) {
        pattern[length++] = *path;
        if (*path == '%') {
            pattern[length++] = '%';
        }
    }
    for (size_t i = 0; i < sizeof suffix; i++) {
        pattern[length++] = suffix[i];
    }
    return *path == '\0';
}

/* Nobody may wait for a descriptor that is open here only by chance. */
static void
close_all_but(int fd)
{
    if (fd > 0) {
        SYSTEM(SYS_close_range, 0, (uint64_t)fd - 1);
    }
    SYSTEM(SYS_close_range, (uint64_t)fd + 1, ~0u);
}

void
snapshot_close_all(void)
{
    SYSTEM(SYS_close_range, 0, ~0u);
}

/* In the child, on any stack. */
__attribute__((force_align_arg_pointer)) static void
take_snapshot(int copied, uint32_t asked)
{
    struct ledger_header *living = recorder.store.header;
    char pattern[PATH_BYTES];

    ending_forget_handlers();
    close_all_but(copied);
    recorder.pid = (uint64_t)getpid();
    recorder.several = false;       /* no other thread is here */
    recorder.options.follow = true; /* no word about names that are taken */
    if (!name_snapshot(pattern) ||
        !ledger_file_fork(&recorder.store, pattern)) {
        return;
    }
    if (write(copied, "", 1) < 0) {
        return;
    }
    close(copied);
    recorder.store.header->snapshot = 1;
    census_take_abruptly("report");
    recorder.recording = true;
    finish_recording("report");
    __atomic_store_n(&living->answered, asked, __ATOMIC_RELEASE);
}

/* The tables are shared: they must not change until they have been copied. */
static void
wait_for_copy(int fd)
{
    struct pollfd wait = { .fd = fd, .events = POLLIN };

    while (SYSTEM(SYS_poll, SYSTEM_ADDRESS(&wait), 1, COPY_TIMEOUT_MS) ==
           -EINTR) {
    }
}

/* A child of a child has no parent that would have to wait for it. */
static void
begin_child(const int copied[2], uint32_t asked)
{
    int64_t child;
    int status;

    fork_memory_keep();
    child = SYSTEM(SYS_clone, 0);
    if (child == 0) {
        if (SYSTEM(SYS_clone, 0) == 0) {
            take_snapshot(copied[1], asked);
        }
        SYSTEM(SYS_exit_group, 0);
    }
    fork_memory_wipe();
    close(copied[1]);
    while (child > 0 && SYSTEM(SYS_wait4, (uint64_t)child,
                               SYSTEM_ADDRESS(&status), __WALL) == -EINTR) {
    }
    if (child > 0) {
        wait_for_copy(copied[0]);
    }
    close(copied[0]);
}

/*
 * At a safe point; the caller has set recorder.busy. This runs in the middle of
 * the host's code: the process itself makes system calls here, nothing else.
 */
static void
answer(void)
{
    static uint32_t begun;
    uint32_t asked = recorder.store.header->asked;
    int kept_errno = errno, copied[2];

    if (system_is_sealed() || !recorder.initialized) {
        return; /* ... or the interpreter is not ready */
    }
    if (asked != begun &&
        SYSTEM(SYS_pipe2, SYSTEM_ADDRESS(copied), O_CLOEXEC) == 0) {
        begun = asked;
        begin_child(copied, asked);
    }
    errno = kept_errno;
}

void
snapshot_init(void)
{
    checkpoint_answer(answer);
}
