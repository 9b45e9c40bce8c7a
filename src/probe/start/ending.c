#include "probe/start/ending.h"

#include "base/clock.h"
#include "base/system.h"
#include "cpython/layout.h"
#include "cpython/memory.h"
#include "probe/census/census.h"
#include "probe/stack/activations.h"
#include "probe/stack/fault_stack.h"
#include "probe/start/finish.h"
#include "probe/state/fork_memory.h"
#include "probe/state/lazy_variable.h"
#include "probe/state/peek.h"
#include "probe/state/recorder.h"
#include "probe/state/short_ways.h"
#include "probe/watch/dealloc_audit.h"
#include "probe/watch/life_steps.h"
#include "probe/watch/slot_watch.h"

#include <errno.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    HOOK_MS = 1000, /* for another thread to come out of a hook: a moment, but
                       on a busy machine it may not get one for long */
    FINISH_SECONDS = 10, /* for the child, besides its census */
    POLL_NS = 1000000,
};

static int ended_by; /* thread that sees to it, 0: none yet */

static void
wait_a_little(void)
{
    struct timespec little = { .tv_nsec = POLL_NS };

    nanosleep(&little, NULL);
}

void
ending_forget_handlers(void)
{
    static struct sigaction standard = { .sa_handler = SIG_DFL };
    static const struct rlimit no_core = { 1, 1 };

    for (int number = 1; number < NSIG; number++) {
        sigaction(number, &standard, NULL);
    }
    /* No core of a crash here, but /proc stays ours to read. One byte: to a
       program that cores go to, 0 is no limit. */
    SYSTEM(SYS_prlimit64, 0, RLIMIT_CORE, SYSTEM_ADDRESS(&no_core));
}

/* A state that was there lately, if it still is one of the interpreter's. */
static uint64_t
latest_state(void)
{
    const struct state_layout *at = &recorder.layout->state;
    uint64_t state = at->last_holder != 0
                         ? load64(recorder.runtime + at->last_holder)
                     : recorder.thread != NULL ? recorder.thread->state
                                               : 0;
    uint64_t interpreter;

    return state != 0 && peek64(state + at->interpreter, &interpreter) &&
                   interpreter == load64(recorder.runtime + at->interpreters)
               ? state
               : 0;
}

/*
 * A tp_traverse may ask for the interpreter by way of the current thread, as
 * those of structseq on 3.10 and of types on 3.12 do; a process that is ended
 * while nobody runs has none. In the child's copy it is the latest one.
 */
static void
have_current_thread(void)
{
    uint64_t at = recorder.thread_is_lazy
                      ? lazy_variable_here()
                      : recorder.current_thread +
                            (own_thread_id() & recorder.thread_mask);

    if (at != 0 && load64(at) == 0) {
        *(uint64_t *)(uintptr_t)at = latest_state();
    }
}

/* In the child: it has this thread alone, and nobody waits for its locks. */
static void
finish_in_child(const char *how)
{
    ending_forget_handlers();
    recorder.pid = (uint64_t)getpid();
    recorder.busy = true;
    recorder.several = false; /* no other thread is here */
    fault_stack_enter();
    if (recorder.store.header->finalization == LEDGER_NOT_FINALIZED) {
        have_current_thread();
        census_take_abruptly(how);
    }
    recorder.recording = true; /* for the last time: it is to be finished */
    finish_recording(how);
    SYSTEM(SYS_exit_group, 0);
}

/* For the child, with its census. */
static int64_t
longest_end_ns(void)
{
    int64_t seconds =
        CENSUS_BUSY_FACTOR * (int64_t)recorder.options.census_seconds +
        FINISH_SECONDS;

    return clock_ns(CLOCK_MONOTONIC) + seconds * 1000000000;
}

static void
wait_for(int64_t child)
{
    int64_t end = longest_end_ns();
    int status;

    for (;;) {
        int64_t done = SYSTEM(SYS_wait4, (uint64_t)child,
                              SYSTEM_ADDRESS(&status), __WALL | WNOHANG);

        if (done == child || (done < 0 && done != -EINTR)) {
            return;
        }
        if (clock_ns(CLOCK_MONOTONIC) > end) {
            SYSTEM(SYS_kill, (uint64_t)child, SIGKILL);
            SYSTEM(SYS_wait4, (uint64_t)child, SYSTEM_ADDRESS(&status), __WALL);
            return;
        }
        wait_a_little();
    }
}

/* Waits until no hook runs. False: one does not come to its end. */
static bool
leave_hooks(void)
{
    for (int ms = 0; recorder.busy && ms < HOOK_MS; ms++) {
        wait_a_little();
    }
    return !recorder.busy;
}

/* The first who comes sees to it, and others wait until the process is dead. */
static bool
is_first(void)
{
    int here = (int)SYSTEM(SYS_gettid), nobody = 0;
    int64_t end = longest_end_ns();

    if (__atomic_compare_exchange_n(&ended_by, &nobody, here, false,
                                    __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
        return true;
    }
    while (nobody != here && clock_ns(CLOCK_MONOTONIC) < end) {
        wait_a_little();
    }
    return false;
}

void
ending_now(const char *how)
{
    int kept_errno = errno;
    int64_t child;

    if (recorder.store.header == NULL || system_is_sealed() ||
        recorder.pid != (uint64_t)getpid() ||
        (!recorder.recording && ended_by == 0) || !is_first()) {
        return;
    }
    finish_leave_to_child();
    recorder.recording = false;
    if (leave_hooks()) {
        short_ways_end();
        slot_watch_end();
        dealloc_audit_end();
        life_steps_end();
        fork_memory_keep();
        child = SYSTEM(SYS_clone, 0);
        if (child == 0) {
            finish_in_child(how);
        }
        if (child > 0) {
            wait_for(child);
        }
    }
    errno = kept_errno;
}

/* A signal handler that ended the process in a hook would wait for itself. */
static bool
is_inside_hook(void)
{
    const struct thread_record *thread = recorder.thread;

    return recorder.busy && (thread == NULL || thread->id == own_thread_id());
}

void
ending_by_call(const char *how)
{
    if (recorder.store.header != NULL && recorder.recording &&
        !system_is_sealed() && recorder.pid == (uint64_t)getpid() &&
        !is_inside_hook() && census_is_missing()) {
        ending_now(how);
    }
}
