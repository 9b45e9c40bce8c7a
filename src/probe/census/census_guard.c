#include "probe/census/census_guard.h"

#include "base/kernel_action.h"
#include "base/system.h"

#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>

enum { BUFFER_WORDS = 5 /* as GCC and clang want it */ };

static struct kernel_action ours, hosts;
static int64_t thread; /* that is at work, 0: none */
static void
    *before[BUFFER_WORDS]; /* of the compiler's own setjmp: libc's may be
                                      somebody else's */

/* Bits of a mask as the kernel has it. */
static const uint64_t segv_bit = (uint64_t)1 << (SIGSEGV - 1);

static void
set_mask(int how, const uint64_t *mask, uint64_t *old)
{
    SYSTEM(SYS_rt_sigprocmask, (uint64_t)how, SYSTEM_ADDRESS(mask),
           SYSTEM_ADDRESS(old), sizeof *mask);
}

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
    uint64_t mask = 0;

    if (ours.handler == 0 || !kernel_action_set(SIGSEGV, &ours, &hosts)) {
        work(context);
        return true;
    }
    set_mask(SIG_UNBLOCK, &segv_bit, &mask);
    kept = mask;
    thread = SYSTEM(SYS_gettid);
    if (__builtin_setjmp(before) == 0) {
        work(context);
        whole = true;
    }
    thread = 0;
    mask = kept;
    set_mask(SIG_SETMASK, &mask, NULL);
    give_back();
    return whole;
}
