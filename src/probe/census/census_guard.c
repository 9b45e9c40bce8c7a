#include "probe/census/census_guard.h"

#include "base/kernel_action.h"
#include "base/system.h"
#include "base/thread_mask.h"

#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>

enum { BUFFER_WORDS = 5 /* as GCC and clang want it */ };

static struct kernel_action ours, hosts;
static int64_t thread; /* that is at work, 0: none */
static void
    *before[BUFFER_WORDS]; /* of the compiler's own setjmp: libc's may be
                                      somebody else's */

static void
on_fault(int number, siginfo_t *info, void *context)
{
    (void)context;
    if (info->si_code > 0 && SYSTEM(SYS_gettid) == thread) {
        __builtin_longjmp(before, 1);
    }
    /* What the processor complained of, it complains of again. */
    kernel_action_set(number, &hosts, NULL);
    if (info->si_code <= 0) {
        kernel_action_send(number, info);
    }
}

void
census_guard_init(void)
{
    /* On the stack that the host has for signals: ours may have overflowed. */
    static struct sigaction action = { .sa_sigaction = on_fault,
                                       .sa_flags = SA_SIGINFO | SA_NODEFER |
                                                   SA_ONSTACK | SA_RESTART };

    kernel_action_learn(SIGSEGV, &action, &ours);
}

/* Unless the host changed it meanwhile. */
static void
give_back(void)
{
    struct kernel_action now;

    if (kernel_action_set(SIGSEGV, NULL, &now) && now.handler == ours.handler) {
        kernel_action_set(SIGSEGV, &hosts, NULL);
    }
}

/* Nothing that it keeps may be in a caller's registers. */
__attribute__((noinline)) bool
census_guard_call(void (*work)(void *context), void *context)
{
    /* Volatile: they are asked behind a jump. */
    volatile bool whole = false;
    volatile uint64_t kept = 0;
    volatile bool unblocked;
    uint64_t mask = 0;

    if (ours.handler == 0 || !kernel_action_set(SIGSEGV, &ours, &hosts)) {
        work(context);
        return true;
    }
    unblocked = thread_mask_unblock(thread_mask_bit(SIGSEGV), &mask);
    kept = mask;
    thread = SYSTEM(SYS_gettid);
    if (__builtin_setjmp(before) == 0) {
        work(context);
        whole = true;
    }
    thread = 0;
    if (unblocked) {
        thread_mask_restore(kept);
    }
    give_back();
    return whole;
}
