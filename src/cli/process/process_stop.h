/*
 * process_stop - all threads of another process stopped, for a moment.
 *
 * By ptrace, and without a signal that the process could see. When we end in
 * whatever way, the kernel lets them go on.
 */
#ifndef REFTALLY_CLI_PROCESS_PROCESS_STOP_H
#define REFTALLY_CLI_PROCESS_PROCESS_STOP_H

#include "cli/process/process.h"

struct process_stop {
    const struct process *process;
    pid_t *threads; /* the first is the main thread */
    size_t count, room;
};

/* False: not allowed, or a thread did not stop; then all go on. */
bool process_stop_begin(struct process_stop *stop,
                        const struct process *process, struct error *error);
void process_stop_end(struct process_stop *stop);

/*
 * Has the stopped main thread make one system call, wherever it is, and puts it
 * back there. No signal is delivered meanwhile. A negative result is -errno;
 * `instruction` is the address of one that makes system calls.
 */
int64_t process_stop_system(const struct process_stop *stop,
                            uint64_t instruction, int64_t number,
                            const uint64_t arguments[6]);

/* Where the stopped main thread is. */
uint64_t process_stop_pc(const struct process_stop *stop);

/* No stopped thread is between the addresses, or in a function that was called
 * from there: none of the first words on its stack leads back. */
bool process_stop_is_outside(const struct process_stop *stop, uint64_t start,
                             uint64_t end);

#endif
