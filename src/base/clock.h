/* clock - the system's clocks, in nanoseconds. */
#ifndef REFTALLY_BASE_CLOCK_H
#define REFTALLY_BASE_CLOCK_H

#include <stdint.h>
#include <time.h>

/*
 * libc's clock_gettime, which reads the clocks in user space. Not by its name:
 * that may be another library's, which has time go as it likes, and changes
 * registers that are the host's where the library runs.
 */
typedef int clock_function(clockid_t clock, struct timespec *now);
void clock_read_by(clock_function *function);

/*
 * 0 for a clock other than CLOCK_REALTIME and CLOCK_MONOTONIC: the processor's
 * time cannot be had without a system call. Where a machine has no clock that
 * can, a sealed library reads none: time stands still.
 */
int64_t clock_ns(clockid_t clock);

/* The time that this thread, or all of this process, has had on a processor: a
 * system call. Where it is refused, 0. */
int64_t clock_thread_ns(void);
int64_t clock_process_ns(void);

/* From now on not in user space: the program has the instruction for it end in
 * SIGSEGV (PR_SET_TSC). */
void clock_ask_kernel(void);

#endif
