#include "base/kernel_action.h"

#include "base/system.h"

#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

bool
kernel_action_set(int number, const struct kernel_action *action,
                  struct kernel_action *old)
{
    return SYSTEM(SYS_rt_sigaction, (uint64_t)number, SYSTEM_ADDRESS(action),
                  SYSTEM_ADDRESS(old), sizeof old->mask) == 0;
}

void
kernel_action_learn(int number, const struct sigaction *action,
                    struct kernel_action *out)
{
    struct kernel_action host;

    if (kernel_action_set(number, NULL, &host) &&
        sigaction(number, action, NULL) == 0) {
        kernel_action_set(number, &host, out);
    }
}

void
kernel_action_reset(int number)
{
    static const struct kernel_action standard; /* SIG_DFL */

    kernel_action_set(number, &standard, NULL);
}

bool
kernel_action_offer(int number, const struct kernel_action *action)
{
    struct kernel_action host;

    return kernel_action_set(number, NULL, &host) &&
           host.handler == (uint64_t)(uintptr_t)SIG_DFL &&
           kernel_action_set(number, action, NULL);
}

void
kernel_action_send(int number, siginfo_t *info)
{
    uint64_t process = (uint64_t)getpid();
    uint64_t thread = (uint64_t)SYSTEM(SYS_gettid);

    /* The last one needs no number of the process, which may be refused. */
    if (SYSTEM(SYS_rt_tgsigqueueinfo, process, thread, (uint64_t)number,
               SYSTEM_ADDRESS(info)) != 0 &&
        SYSTEM(SYS_tgkill, process, thread, (uint64_t)number) != 0) {
        SYSTEM(SYS_tkill, thread, (uint64_t)number);
    }
}

bool
kernel_action_end(int number, uint64_t handler)
{
    struct kernel_action now;
    bool ours = kernel_action_set(number, NULL, &now) && now.handler == handler;

    if (ours) {
        kernel_action_reset(number);
    }
    return ours;
}
