#include "probe/start/forks.h"

#include "base/clock.h"
#include "base/note.h"
#include "base/system.h"
#include "probe/file/ledger_file.h"
#include "probe/stack/activations.h"
#include "probe/start/waking.h"
#include "probe/state/fork_memory.h"
#include "probe/state/recorder.h"
#include "probe/state/shadow.h"
#include "probe/state/short_ways.h"
#include "probe/state/turn.h"
#include "probe/watch/breakpoint.h"
#include "probe/watch/slot_watch.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

/*
 * The tables are shared memory: the parent must not change them while the
 * child copies them. It waits for a byte, or for the end of the child.
 */
static int copied[2] = { -1, -1 };

enum { COPY_TIMEOUT_MS = 10000 };

static bool forks_in_turn; /* nobody is in the middle of a change */

/* A signal handler forks in the middle of one: the child may go on with it. */
static bool forks_amid;

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
    return recorder.store.header != NULL &&
           (recorder.recording || recorder.asleep) &&
           (recorder.options.follow || forks_amid) && !system_is_sealed();
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
    forks_amid = recorder.busy && !recorder.several;
    if (child_copies() && pipe2(copied, O_CLOEXEC) != 0) {
        copied[0] = copied[1] = -1;
    }
    if (copied[0] >= 0 || forks_amid) {
        fork_memory_keep();
    }
    errno = kept_errno;
}

/* The child is left alone; whether it goes on in Python is not known yet. */
static void
count_child(void)
{
    if (recorder.store.header != NULL && recorder.recording &&
        !recorder.options.follow) {
        __atomic_fetch_add(&recorder.store.header->forked, 1, __ATOMIC_RELAXED);
    }
}

static void
in_parent(void)
{
    int kept_errno = errno;
    struct pollfd wait = { .fd = copied[0], .events = POLLIN };

    count_child();
    if (copied[0] >= 0 || forks_amid) {
        fork_memory_wipe();
    }
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

/* The file is the parent's: nothing may be written, nothing said. Mostly there
 * is nothing left to do (fork_memory.h). */
static void
leave_to_parent(void)
{
    recorder.recording = recorder.asleep = false;
    recorder.store.header = NULL;
    entry_count_path.thread_state = 1; /* nobody's */
    shadow_clear();
}

/*
 * What has begun goes on, once the handler returns, on a copy of the tables: it
 * needs them whole, and the parent does the same with its own. Nothing is begun
 * any more, and the tables get no longer.
 */
static void
end_with_change(void)
{
    recorder.recording = recorder.asleep = false;
    breakpoint_fill_in_child();
    if (ledger_file_leave(&recorder.store)) {
        recorder.store.header->end = LEDGER_STOPPED;
    }
    if (recorder.options.follow) {
        note("the process %lu is not recorded: it was forked in the middle of "
             "a change",
             (unsigned long)getpid());
    }
}

static void
continue_in_child(void)
{
    if (recorder.store.header == NULL ||
        !(recorder.recording || recorder.asleep)) {
        return;
    }
    if (forks_amid) {
        end_with_change();
        return;
    }
    recorder.busy = false;
    /* Without a pipe there is no safe copy. */
    if (!recorder.options.follow || copied[1] < 0) {
        leave_to_parent();
        return;
    }
    fork_memory_wipe();
    recorder.pid = (uint64_t)getpid();
    thread_records_forget_others();
    slot_watch_forget();
    if (!ledger_file_fork(&recorder.store, recorder.options.output)) {
        recorder.recording = recorder.asleep = false;
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
    waking_in_child();
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
forks_watch(void)
{
    fork_memory_wipe();
    pthread_atfork(before_fork, in_parent, in_child);
}
