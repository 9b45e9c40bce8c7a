#include "cli/process/process_stop.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "report/text/memory.h"

enum {
    STOP_MS = 2000, /* a thread in the middle of a long system call is slow */
    POLL_NS = 50000,
    ROUNDS = 100,    /* threads may be made faster than they are found */
    NEAR_WORDS = 64, /* on a stack: what a function of libc's needs */
};

#ifndef PTRACE_GETSIGMASK
#define PTRACE_GETSIGMASK 0x420a
#define PTRACE_SETSIGMASK 0x420b
#endif

static int64_t
milliseconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* What the thread stopped with, 0 if it did not, -1 if it has ended. */
static int
wait_for(pid_t thread)
{
    struct timespec moment = { .tv_nsec = POLL_NS };
    int64_t end = milliseconds() + STOP_MS;
    int status;

    for (;;) {
        pid_t got = waitpid(thread, &status, __WALL | WNOHANG);

        if (got == thread) {
            return WIFSTOPPED(status) ? status : -1;
        }
        if (got < 0 && errno != EINTR) {
            return -1;
        }
        if (milliseconds() > end) {
            return 0;
        }
        nanosleep(&moment, NULL);
    }
}

/* A signal that comes before our own stop is the thread's: it gets it. */
static int
wait_for_stop(pid_t thread)
{
    int status = wait_for(thread);

    while (status > 0 && status >> 16 != PTRACE_EVENT_STOP) {
        if (ptrace(PTRACE_CONT, thread, NULL, WSTOPSIG(status)) != 0) {
            return -1;
        }
        status = wait_for(thread);
    }
    return status;
}

static bool
has(const struct process_stop *stop, pid_t thread)
{
    for (size_t i = 0; i < stop->count; i++) {
        if (stop->threads[i] == thread) {
            return true;
        }
    }
    return false;
}

/* 1: stopped, 0: it has ended, -1: it cannot be stopped. */
static int
stop_thread(struct process_stop *stop, pid_t thread)
{
    int status;

    if (ptrace(PTRACE_SEIZE, thread, NULL, NULL) != 0) {
        return errno == ESRCH && thread != stop->process->pid ? 0 : -1;
    }
    if (ptrace(PTRACE_INTERRUPT, thread, NULL, NULL) != 0) {
        return errno == ESRCH ? 0 : -1;
    }
    status = wait_for_stop(thread);
    if (status <= 0) {
        return status == 0 ? -1 : 0;
    }
    stop->threads =
        memory_room(stop->threads, stop->count, sizeof *stop->threads);
    stop->threads[stop->count++] = thread;
    return 1;
}

/* How many were found that had not been; -1: one cannot be stopped. */
static int
stop_others(struct process_stop *stop)
{
    size_t count;
    pid_t *threads = process_threads(stop->process->pid, &count);
    int found = 0;

    for (size_t i = 0; i < count && found >= 0; i++) {
        if (!has(stop, threads[i])) {
            int stopped = stop_thread(stop, threads[i]);

            found = stopped < 0 ? -1 : found + stopped;
        }
    }
    free(threads);
    return found;
}

bool
process_stop_begin(struct process_stop *stop, const struct process *process,
                   struct error *error)
{
    int found = 1;

    memset(stop, 0, sizeof *stop);
    stop->process = process;
    errno = 0;
    if (stop_thread(stop, process->pid) <= 0) {
        found = -1;
    }
    for (int i = 0; found > 0 && i < ROUNDS; i++) {
        found = stop_others(stop);
    }
    if (found == 0) {
        return true;
    }
    error_set(error, "process %d: its threads cannot be stopped%s%s",
              (int)process->pid, errno != 0 ? ": " : "",
              errno != 0 ? strerror(errno) : "");
    process_stop_end(stop);
    return false;
}

void
process_stop_end(struct process_stop *stop)
{
    for (size_t i = 0; i < stop->count; i++) {
        ptrace(PTRACE_DETACH, stop->threads[i], NULL, NULL);
    }
    free(stop->threads);
    memset(stop, 0, sizeof *stop);
}

static void
fill_registers(struct user_regs_struct *registers, uint64_t instruction,
               int64_t number, const uint64_t arguments[6])
{
    registers->rip = instruction;
    registers->rax = (uint64_t)number;
    registers->orig_rax = (uint64_t)-1; /* no call is to be made again */
    registers->rdi = arguments[0];
    registers->rsi = arguments[1];
    registers->rdx = arguments[2];
    registers->r10 = arguments[3];
    registers->r8 = arguments[4];
    registers->r9 = arguments[5];
}

int64_t
process_stop_system(const struct process_stop *stop, uint64_t instruction,
                    int64_t number, const uint64_t arguments[6])
{
    pid_t thread = stop->process->pid;
    struct user_regs_struct kept, registers;
    uint64_t all = UINT64_MAX, mask;
    int64_t result = -EPERM;
    int status;

    if (ptrace(PTRACE_GETREGS, thread, NULL, &kept) != 0 ||
        ptrace(PTRACE_GETSIGMASK, thread, (void *)sizeof mask, &mask) != 0 ||
        ptrace(PTRACE_SETSIGMASK, thread, (void *)sizeof all, &all) != 0) {
        return result;
    }
    registers = kept;
    fill_registers(&registers, instruction, number, arguments);
    if (ptrace(PTRACE_SETREGS, thread, NULL, &registers) == 0 &&
        ptrace(PTRACE_SINGLESTEP, thread, NULL, NULL) == 0) {
        /* There is no going back without it. */
        do {
            status = wait_for(thread);
        } while (status == 0);
        if (status > 0 && WSTOPSIG(status) == SIGTRAP &&
            ptrace(PTRACE_GETREGS, thread, NULL, &registers) == 0) {
            result = (int64_t)registers.rax;
        }
    }
    ptrace(PTRACE_SETREGS, thread, NULL, &kept);
    ptrace(PTRACE_SETSIGMASK, thread, (void *)sizeof mask, &mask);
    return result;
}

uint64_t
process_stop_pc(const struct process_stop *stop)
{
    struct user_regs_struct registers;

    return ptrace(PTRACE_GETREGS, stop->process->pid, NULL, &registers) == 0
               ? registers.rip
               : 0;
}

static bool
is_outside(const struct process_stop *stop, pid_t thread, uint64_t start,
           uint64_t end)
{
    struct user_regs_struct registers;

    if (ptrace(PTRACE_GETREGS, thread, NULL, &registers) != 0) {
        return false;
    }
    for (size_t i = 0; i < NEAR_WORDS; i++) {
        uint64_t word = process_word(stop->process, registers.rsp + 8 * i);

        if (word >= start && word < end) {
            return false;
        }
    }
    return registers.rip < start || registers.rip >= end;
}

bool
process_stop_is_outside(const struct process_stop *stop, uint64_t start,
                        uint64_t end)
{
    for (size_t i = 0; i < stop->count; i++) {
        if (!is_outside(stop, stop->threads[i], start, end)) {
            return false;
        }
    }
    return true;
}
