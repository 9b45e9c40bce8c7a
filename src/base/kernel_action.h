/*
 * kernel_action - what happens at a signal, as the kernel has it.
 *
 * libc's own functions use vector registers, which code on the event path must
 * not; only how to return from a handler is asked of libc, once.
 */
#ifndef REFTALLY_BASE_KERNEL_ACTION_H
#define REFTALLY_BASE_KERNEL_ACTION_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

struct kernel_action {
    uint64_t handler, flags, restorer, mask;
};

/* As sigaction: each may be NULL. False: the kernel refuses. */
bool kernel_action_set(int number, const struct kernel_action *action,
                       struct kernel_action *old);

/*
 * What sigaction makes of `action`, which is not in force afterwards; at start
 * only, because libc is asked. `out` stays as it is when the kernel refuses.
 */
void kernel_action_learn(int number, const struct sigaction *action,
                         struct kernel_action *out);

/* What happens where nobody handles it. */
void kernel_action_reset(int number);

/* Sets it where nobody handles the signal, nor ignores it; else false. */
bool kernel_action_offer(int number, const struct kernel_action *action);

/* This thread gets the signal once more, as it was sent. */
void kernel_action_send(int number, siginfo_t *info);

/* Nobody handles it any more, if this handler does just now; else false. */
bool kernel_action_end(int number, uint64_t handler);

#endif
