/*
 * bystanders - the other threads of the process, while code of it is changed.
 *
 * They are not stopped. Each is looked at until it has been seen where it does
 * no harm: blocked in a system call (/proc says so, and where), or, if it runs
 * all the time, at the place where a signal of our own found it. Signals are
 * sent only to threads that do not block within a few milliseconds; a handler
 * is there while it takes, and calls are restarted.
 */
#ifndef REFTALLY_PATCH_BYSTANDERS_H
#define REFTALLY_PATCH_BYSTANDERS_H

#include <stdbool.h>
#include <stdint.h>

/* Whether a thread may not be at an address. */
typedef bool bystanders_danger(uint64_t pc);

/*
 * Every other thread has been seen outside of what `danger` names since the
 * call, or was made since. Meanwhile none may enter it. False: one was not, or
 * the system does not tell; nobody may rely on anything. One caller at a time.
 */
bool bystanders_left(bystanders_danger *danger);

/*
 * A thread that blocks SIGTRAP would not survive a trap. True: there is none,
 * or it is blocked in a system call.
 */
bool bystanders_may_trap(void);

#endif
