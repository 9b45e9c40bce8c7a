/*
 * exports - the only symbols that the library gives to the process.
 *
 * dlsym, because CPython calls it right after it has loaded an extension
 * module and before it calls into it: the moment to patch; and dlopen, because
 * room for the stubs must be kept before. Both are passed on with a jump, so
 * the real ones see their real caller. _exit and _Exit, because
 * nothing else runs when they are called. prctl and syscall, because a filter of
 * system calls is set up with them. kill, because the interpreter ends itself so
 * after a Ctrl-C that nobody caught. And the marks of reftally.h (marks.c).
 */
#include "base/clock.h"
#include "base/system.h"
#include "patch/room.h"
#include "probe/event/function_entry.h"
#include "probe/event/seal.h"
#include "probe/images/adopt.h"
#include "probe/images/images.h"
#include "probe/stack/thread_records.h"
#include "probe/start/attached.h"
#include "probe/start/description.h"
#include "probe/start/ending.h"
#include "probe/start/ending_signals.h"
#include "probe/start/finish.h"
#include "probe/start/next.h"
#include "probe/start/program_limits.h"
#include "probe/start/executing.h"
#include "probe/start/reporter.h"
#include "probe/start/startup.h"
#include "probe/state/peek.h"
#include "probe/state/recorder.h"
#include "probe/state/turn.h"

#include <dlfcn.h>
#include <errno.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))

extern char **environ;

#define HIDDEN __attribute__((visibility("hidden")))

/* What the interposed functions jump to. */
HIDDEN void *(*exports_real_dlsym)(void *handle, const char *name);
HIDDEN void (*exports_real_dlopen)(void);
HIDDEN void (*exports_real_prctl)(void);
HIDDEN void (*exports_real_syscall)(void);

HIDDEN void exports_before_dlsym(void);
HIDDEN void exports_before_dlopen(const char *file, int flags);
HIDDEN void exports_before_prctl(int option, uint64_t first, uint64_t second);
HIDDEN void exports_before_syscall(long number, uint64_t first, uint64_t second,
                                   uint64_t third);

enum { HOOK_SPINS = 1 << 20 }; /* some ten milliseconds */

static bool loaded; /* by the constructor of this library */
static bool started;
static int updating;

/* Also when another library is initialized before this one. */
static void
find_all_real(void)
{
    if (exports_real_syscall == NULL) {
        program_limits_init();
        executing_init();
        next_function("dlsym", &exports_real_dlsym);
        next_function("dlopen", &exports_real_dlopen);
        next_function("prctl", &exports_real_prctl);
        next_function("syscall", &exports_real_syscall);
    }
}

static bool
has_lock(void)
{
    return recorder.several || thread_record_here() != NULL;
}

/* Whoever has the lock may be in a hook, which ends soon. False: it does not. */
static bool
wait_for_hook(void)
{
    for (int i = 0; i < HOOK_SPINS; i++) {
        if (!__atomic_load_n(&recorder.busy, __ATOMIC_ACQUIRE)) {
            return true;
        }
        __builtin_ia32_pause();
    }
    return false;
}

static void
update_images(bool locked)
{
    bool kept = locked && recorder.busy;
    enum reason reason;
    const char *detail;

    if (!locked && !wait_for_hook()) {
        return; /* until the next time that somebody asks for a function */
    }
    recorder.busy = true;
    if (images_update(&reason, &detail)) {
        adopt_static_objects();
    }
    else {
        recording_stop(reason, detail);
    }
    recorder.busy = kept;
}

/*
 * Beside a thread without the interpreter's lock whoever has it would lose what it
 * counts: what does not call Python is left to the latter's next look.
 */
static void
look_again(void)
{
    bool locked = has_lock();

    if (locked || images_python_came()) {
        update_images(locked);
    }
}

static void
look_at_images(void)
{
    if (!images_changed()) {
        return;
    }
    if (!system_is_sealed()) {
        room_release();
    }
    if (!started) {
        started = startup_begin(environ, exports_real_dlsym);
    }
    else if (recorder.recording) {
        look_again();
    }
}

/*
 * Interpreters that run at a time load modules at a time. Nobody may call into
 * one before it is patched, and none may be patched while its constructors
 * run: the dynamic linker's own dlsym, which is called next in any case, waits
 * until whoever is loading something has done so.
 */
static void
look_in_turn(void)
{
    while (recorder.recording && images_changed()) {
        unsigned long long loads = images_loads();

        exports_real_dlsym(RTLD_DEFAULT, "dlsym");
        if (!turn_take()) {
            return;
        }
        if (images_loads() == loads) {
            look_at_images();
        }
        turn_give();
    }
}

/*
 * Before this library is initialized, its functions may be called by another
 * whose own initialization is not done: AddressSanitizer's begins with the first
 * malloc, also of this library's constructor, and until it is done its snprintf,
 * which the interpreter's version needs, calls nothing.
 */
void
exports_before_dlsym(void)
{
    int kept_errno = errno;

    find_all_real();
    if (!loaded) {
        errno = kept_errno;
        return;
    }
    if (recorder.several) {
        look_in_turn();
    }
    else if (__atomic_exchange_n(&updating, 1, __ATOMIC_ACQUIRE) == 0) {
        look_at_images();
        __atomic_store_n(&updating, 0, __ATOMIC_RELEASE);
    }
    errno = kept_errno;
}

void
exports_before_dlopen(const char *file, int flags)
{
    int kept_errno = errno;

    find_all_real();
    if (!loaded || file == NULL || (flags & RTLD_NOLOAD) != 0 ||
        system_is_sealed() || (started && !recorder.recording)) {
        errno = kept_errno;
        return;
    }
    if (recorder.several) {
        if (turn_take()) {
            room_keep();
            turn_give();
        }
    }
    else if (__atomic_exchange_n(&updating, 1, __ATOMIC_ACQUIRE) == 0) {
        room_keep();
        __atomic_store_n(&updating, 0, __ATOMIC_RELEASE);
    }
    errno = kept_errno;
}

static void
before_filter(uint64_t mode, uint64_t filter)
{
    /* Whoever only asks what there is passes no filter. */
    if (mode == SECCOMP_MODE_STRICT ||
        (mode == SECCOMP_MODE_FILTER && filter != 0)) {
        seal_now(LEDGER_SEALED_BY_PROGRAM);
    }
}

static void
before_option(int option, uint64_t first, uint64_t second)
{
    if (option == PR_SET_SECCOMP) {
        before_filter(first, second);
    }
    else if (option == PR_SET_TSC) {
        clock_ask_kernel();
    }
}

void
exports_before_prctl(int option, uint64_t first, uint64_t second)
{
    int kept_errno = errno;

    find_all_real();
    before_option(option, first, second);
    errno = kept_errno;
}

void
exports_before_syscall(long number, uint64_t first, uint64_t second,
                       uint64_t third)
{
    int kept_errno = errno;

    find_all_real();
    if (number == SYS_prctl) {
        before_option((int)first, second, third);
    }
    else if (number == SYS_userfaultfd) {
        peek_leave_absent();
    }
    else if (number == SYS_seccomp && first == SECCOMP_SET_MODE_STRICT) {
        before_filter(SECCOMP_MODE_STRICT, 0);
    }
    else if (number == SYS_seccomp && first == SECCOMP_SET_MODE_FILTER) {
        before_filter(SECCOMP_MODE_FILTER, third);
    }
    errno = kept_errno;
}

EXPORT void *dlsym(void *restrict handle, const char *restrict name);
EXPORT void *dlopen(const char *file, int flags);
EXPORT int prctl(int option, ...);
EXPORT long syscall(long number, ...);

/*
 * Sealed, the library cannot even tell whether it is a child of vfork that
 * ends here. Then the ledger stays as that of a process that was killed.
 */
static void
end_process(int status, const void *caller)
{
    if (!system_is_sealed()) {
        function_entry_exit((uint64_t)(uintptr_t)caller);
        description_exit_status(status);
        ending_by_call("_exit");
        finish_recording("_exit");
        reporter_run(environ);
    }
    for (;;) {
        SYSTEM(SYS_exit_group, (uint64_t)status);
    }
}

EXPORT void
_exit(int status)
{
    end_process(status, __builtin_return_address(0));
    __builtin_unreachable();
}

EXPORT void
_Exit(int status)
{
    end_process(status, __builtin_return_address(0));
    __builtin_unreachable();
}

__attribute__((constructor)) static void
load(void)
{
    int kept_errno = errno;
    clock_function *clock;

    find_all_real();
    next_in_libc("clock_gettime", "GLIBC_2.17", &clock);
    clock_read_by(clock);
    if (attached_is_copy()) {
        attached_init(environ, exports_real_dlsym);
    }
    else {
        started = startup_begin(environ, exports_real_dlsym);
    }
    loaded = true;
    errno = kept_errno;
}

__attribute__((destructor)) static void
unload(void)
{
    finish_recording("exit");
    reporter_run(environ);
}

EXPORT int
kill(pid_t pid, int number)
{
    int64_t result;

    if (!system_is_sealed() && pid == getpid()) {
        ending_signals_sent(number);
    }
    result = SYSTEM(SYS_kill, (uint64_t)pid, (uint64_t)number);
    if (result < 0) {
        errno = (int)-result;
        return -1;
    }
    return 0;
}
