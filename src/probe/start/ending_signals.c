#include "probe/start/ending_signals.h"

#include "base/kernel_action.h"
#include "base/system.h"
#include "cpython/memory.h"
#include "probe/census/checkpoint.h"
#include "probe/event/seal.h"
#include "probe/file/ledger_guard.h"
#include "probe/stack/fault_stack.h"
#include "probe/start/description.h"
#include "probe/start/ending.h"
#include "probe/start/reporter.h"
#include "probe/state/recorder.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { MOMENT_MS = 500 }; /* to come to a safe point */

extern char **environ;

/*
 * What somebody sends, and what a process does to itself. Left out are those
 * that others choose for themselves where nobody has them: SIGUSR1, SIGPROF.
 */
static const struct {
    int number;
    bool asked;
    bool at_address; /* which could not be read: of others it is the code's */
    const char *name;
} watched[] = {
    { SIGTERM, true, false, "SIGTERM" },  { SIGINT, true, false, "SIGINT" },
    { SIGHUP, true, false, "SIGHUP" },    { SIGQUIT, true, false, "SIGQUIT" },
    { SIGALRM, true, false, "SIGALRM" },  { SIGXCPU, true, false, "SIGXCPU" },
    { SIGABRT, false, false, "SIGABRT" }, { SIGSEGV, false, true, "SIGSEGV" },
    { SIGBUS, false, true, "SIGBUS" },    { SIGFPE, false, false, "SIGFPE" },
    { SIGILL, false, false, "SIGILL" },
};

enum { WATCHED = sizeof watched / sizeof *watched };

static int asked_to_end; /* index of `watched` + 1, while a moment is given */
static siginfo_t asked_how; /* by whom */

/* As if nobody had handled it: the default ends the process. */
static void
die(int number, bool sent, siginfo_t *info)
{
    kernel_action_reset(number);
    if (sent) {
        kernel_action_send(number, info);
    }
}

/* Where the current thread is one variable: does nobody hold the lock? */
static bool
is_idle(void)
{
    return recorder.thread_mask == 0 && !recorder.thread_is_lazy &&
           recorder.current_thread != 0 && load64(recorder.current_thread) == 0;
}

/* The signal comes again when the moment is over; a timer is the kernel's. */
static bool
set_timer(int number)
{
    struct sigevent event = { .sigev_notify = SIGEV_SIGNAL,
                              .sigev_signo = number };
    struct itimerspec moment = { .it_value = { .tv_nsec =
                                                   MOMENT_MS * 1000000L } };
    int timer;

    return SYSTEM(SYS_timer_create, CLOCK_MONOTONIC, SYSTEM_ADDRESS(&event),
                  SYSTEM_ADDRESS(&timer)) == 0 &&
           SYSTEM(SYS_timer_settime, (uint64_t)timer, 0,
                  SYSTEM_ADDRESS(&moment)) == 0;
}

/* At a safe point, by the thread that holds the lock, on any stack. */
__attribute__((force_align_arg_pointer)) static void
end_as_asked(void)
{
    int index = __atomic_load_n(&asked_to_end, __ATOMIC_ACQUIRE) - 1;

    if (system_is_sealed()) {
        return; /* the timer ends it: nobody handles the signal any more */
    }
    recorder.busy = false;
    ending_now(watched[index].name);
    reporter_run(environ);
    die(watched[index].number, true, &asked_how);
}

/* True: it dies later. Who asks twice is not answered sooner. */
static bool
gives_moment(int index, const siginfo_t *info)
{
    int nobody = 0;

    if (info->si_code == SI_TIMER || !recorder.recording ||
        system_is_sealed() ||
        (info->si_code <= 0 && info->si_pid == getpid()) ||
        recorder.pid != (uint64_t)getpid() || (!recorder.busy && is_idle())) {
        return false;
    }
    if (!__atomic_compare_exchange_n(&asked_to_end, &nobody, index + 1, false,
                                     __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
        return true;
    }
    asked_how = *info;
    if (!set_timer(watched[index].number)) {
        return false;
    }
    checkpoint_call(end_as_asked);
    return true;
}

/* Did a thread call abort(), as libc does where memory is not as it left it? */
static bool
is_own_abort(int number, const siginfo_t *info)
{
    return number == SIGABRT && info->si_code == SI_TKILL &&
           info->si_pid == getpid();
}

static void
on_signal(int number, siginfo_t *info, void *context)
{
    int kept_errno = errno, index = 0;

    while (watched[index].number != number) {
        index++;
    }
    if (!watched[index].asked &&
        (info->si_code > 0 || is_own_abort(number, info))) {
        fault_stack_keep(
            watched[index].at_address ? (uint64_t)(uintptr_t)info->si_addr : 0,
            context);
    }
    if (!watched[index].asked || !gives_moment(index, info)) {
        ending_now(watched[index].name);
        reporter_run(environ);
        if (info->si_code == SI_TIMER && asked_to_end != 0) {
            info = &asked_how;
        }
        /* What the processor complained of, it complains of again. */
        die(number, watched[index].asked || info->si_code <= 0, info);
    }
    errno = kept_errno;
}

static void
on_exit_called(int status, void *context)
{
    (void)context;
    description_exit_status(status);
    ending_by_call("exit");
}

static struct kernel_action handled;

/* Sealed, the library could neither handle a signal nor pass it on. */
static void
give_back(void)
{
    for (size_t i = 0; i < WATCHED && handled.handler != 0; i++) {
        kernel_action_end(watched[i].number, handled.handler);
    }
}

void
ending_signals_init(void)
{
    static struct sigaction action = { .sa_sigaction = on_signal,
                                       .sa_flags = SA_SIGINFO | SA_ONSTACK |
                                                   SA_RESTART };

    kernel_action_learn(SIGTERM, &action, &handled);
    ledger_guard_give_others(on_signal);
    seal_after(give_back);
}

void
ending_signals_watch(void)
{
    if (system_is_sealed()) {
        return;
    }
    /* Registered before main it would run after the library's own end. */
    on_exit(on_exit_called, NULL);
    for (size_t i = 0; handled.handler != 0 && i < WATCHED; i++) {
        kernel_action_offer(watched[i].number, &handled);
    }
}

void
ending_signals_stay_on_stack(void)
{
    struct kernel_action now;

    handled.flags &= ~(uint64_t)SA_ONSTACK;
    if (system_is_sealed()) {
        return;
    }
    for (size_t i = 0; handled.handler != 0 && i < WATCHED; i++) {
        if (kernel_action_set(watched[i].number, NULL, &now) &&
            now.handler == handled.handler) {
            kernel_action_set(watched[i].number, &handled, NULL);
        }
    }
}

void
ending_signals_sent(int number)
{
    struct sigaction host;

    for (size_t i = 0; i < WATCHED; i++) {
        if (watched[i].number == number && recorder.store.header != NULL &&
            recorder.store.header->finalization != LEDGER_NOT_FINALIZED &&
            sigaction(number, NULL, &host) == 0 && host.sa_handler == SIG_DFL) {
            ending_now(watched[i].name);
            reporter_run(environ);
        }
    }
}
