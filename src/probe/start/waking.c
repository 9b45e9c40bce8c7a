#include "probe/start/waking.h"

#include "base/clock.h"
#include "base/note.h"
#include "base/system.h"
#include "cpython/memory.h"
#include "probe/file/ledger_guard.h"
#include "probe/images/interpreter.h"
#include "probe/images/types.h"
#include "probe/state/recorder.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum {
    SECONDS_MAX = 86400,
    RETRY_MS = 50,     /* the interpreter could not be asked just now */
    TIMER_SIGNAL = 62, /* a real-time signal that nobody handles */
};

typedef int pending_call(void *argument);
typedef int add_pending_call(pending_call *call, void *argument);
typedef int ensure_lock(void);
typedef void release_lock(int state);

static struct {
    int signal;       /* that is waited for, or the timer's; 0: a mark */
    uint32_t seconds; /* 0: none */
    int timer;
    bool has_timer;
    void (*begin)(void);
    add_pending_call *add;
    ensure_lock *ensure;
    release_lock *release;
} waking;

/* 0: it is no number, or not allowed. */
static uint32_t
seconds_of(const char *text)
{
    uint32_t seconds = 0;

    for (; *text >= '0' && *text <= '9' && seconds <= SECONDS_MAX; text++) {
        seconds = 10 * seconds + (uint32_t)(*text - '0');
    }
    return *text == '\0' && seconds <= SECONDS_MAX ? seconds : 0;
}

/* False: recording begins at once. */
static bool
is_later(const char *start)
{
    if (strcmp(start, "now") == 0) {
        return false;
    }
    if (strcmp(start, "SIGUSR1") == 0) {
        waking.signal = SIGUSR1;
    }
    else if (strcmp(start, "SIGUSR2") == 0) {
        waking.signal = SIGUSR2;
    }
    else if ((waking.seconds = seconds_of(start)) != 0) {
        waking.signal = TIMER_SIGNAL;
    }
    else if (strcmp(start, "mark") != 0) {
        note("REFTALLY_START=%s: now, mark, SIGUSR1, SIGUSR2, or seconds from "
             "1 to 86400; using now",
             start);
        return false;
    }
    if (recorder.options.seal) {
        note("REFTALLY_SEAL=1 and REFTALLY_START=%s exclude each other; using "
             "now",
             start);
        return false;
    }
    return true;
}

bool
waking_is_awaited(void)
{
    bool none = types_none_wanted();

    if (none || is_later(recorder.options.start)) {
        recorder.asleep = true;
        recorder.store.header->start =
            none ? LEDGER_STARTED_AT_ONCE : LEDGER_NOT_STARTED;
    }
    return recorder.asleep;
}

/* Under the interpreter's lock, or before there is one. */
static int
wake(void *argument)
{
    struct ledger_header *header = recorder.store.header;

    (void)argument;
    if (!__atomic_exchange_n(&recorder.asleep, false, __ATOMIC_ACQ_REL) ||
        system_is_sealed() || recorder.pid != (uint64_t)getpid()) {
        return 0;
    }
    ledger_guard_watch();
    header->recording_realtime_ns = (uint64_t)clock_ns(CLOCK_REALTIME);
    header->start =
        recorder.detachable ? LEDGER_STARTED_ATTACHED : LEDGER_STARTED_LATER;
    if (waking.has_timer) {
        SYSTEM(SYS_timer_delete, (uint64_t)waking.timer);
        waking.has_timer = false;
    }
    waking.begin();
    return 0;
}

static bool
is_initialized(void)
{
    return (uint32_t)load64(recorder.runtime +
                            recorder.layout->state.initialized) != 0;
}

static bool
set_timer(int64_t milliseconds)
{
    struct itimerspec moment = {
        .it_value = { .tv_sec = milliseconds / 1000,
                      .tv_nsec = milliseconds % 1000 * 1000000 },
    };
    struct sigevent event = { .sigev_notify = SIGEV_SIGNAL,
                              .sigev_signo = waking.signal };

    waking.has_timer =
        waking.has_timer ||
        SYSTEM(SYS_timer_create, CLOCK_MONOTONIC, SYSTEM_ADDRESS(&event),
               SYSTEM_ADDRESS(&waking.timer)) == 0;
    return waking.has_timer && SYSTEM(SYS_timer_settime, (uint64_t)waking.timer,
                                      0, SYSTEM_ADDRESS(&moment)) == 0;
}

/* Again a moment later, where the interpreter cannot take the call yet. */
static void
on_signal(int number)
{
    int kept_errno = errno;

    (void)number;
    if (recorder.asleep && !system_is_sealed() &&
        (!is_initialized() || waking.add(wake, NULL) != 0)) {
        set_timer(RETRY_MS);
    }
    errno = kept_errno;
}

/* The program's own signals stay its own. Calls are interrupted, as by the
 * handlers of Python: a main thread that waits for a lock would never call. */
static bool
watch_signal(void)
{
    struct sigaction old,
        action = { .sa_handler = on_signal, .sa_flags = SA_ONSTACK };

    sigemptyset(&action.sa_mask);
    return sigaction(waking.signal, NULL, &old) == 0 &&
           old.sa_handler == SIG_DFL &&
           sigaction(waking.signal, &action, NULL) == 0;
}

/* Data and functions are of one size here, whatever C says. */
static void
find(const char *name, void *function)
{
    uint64_t found = interpreter_symbol(name);

    memcpy(function, &found, sizeof found);
}

void
waking_wait(void (*begin)(void))
{
    if (types_none_wanted()) {
        return;
    }
    waking.begin = begin;
    find("Py_AddPendingCall", &waking.add);
    find("PyGILState_Ensure", &waking.ensure);
    find("PyGILState_Release", &waking.release);
    if (waking.add == NULL || waking.ensure == NULL || waking.release == NULL ||
        (waking.signal != 0 && !watch_signal()) ||
        (waking.seconds != 0 && !set_timer((int64_t)waking.seconds * 1000))) {
        note("REFTALLY_START=%s cannot be waited for: the program uses the "
             "signal itself, or has no timer; recording begins now",
             recorder.options.start);
        wake(NULL);
    }
}

void
waking_mark(void)
{
    int kept_errno = errno;

    if (!recorder.asleep || waking.begin == NULL) {
        return;
    }
    if (is_initialized()) {
        int state = waking.ensure();

        wake(NULL);
        waking.release(state);
    }
    else {
        wake(NULL);
    }
    errno = kept_errno;
}

void
waking_in_child(void)
{
    waking.has_timer = false;
    if (recorder.asleep && waking.seconds != 0) {
        set_timer((int64_t)waking.seconds * 1000);
    }
}
