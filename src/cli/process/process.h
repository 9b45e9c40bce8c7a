/*
 * process - another process: its memory, what is mapped there, its threads.
 */
#ifndef REFTALLY_CLI_PROCESS_PROCESS_H
#define REFTALLY_CLI_PROCESS_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "report/text/error.h"

struct process_mapping {
    uint64_t start, end;
    uint64_t offset; /* in the file */
    bool executable;
    char *path; /* as the process names it; "": none */
};

struct process {
    pid_t pid;
    char *root; /* what it has as "/", as we name it */
    struct process_mapping *mappings;
    size_t count;
};

/* Reads what is mapped. False: there is no such process, or it is not ours. */
bool process_open(struct process *process, pid_t pid, struct error *error);
void process_close(struct process *process);

/* All of the bytes, or false. */
bool process_read(const struct process *process, uint64_t address, void *to,
                  size_t bytes);
bool process_write(const struct process *process, uint64_t address,
                   const void *from, size_t bytes);

/* 0 where it cannot be read. */
uint64_t process_word(const struct process *process, uint64_t address);

/* Where the process has the file, as we can open it; to be freed. */
char *process_file(const struct process *process, const char *path);

/* The first mapping of the file, of which it is the whole path or, where that
 * does not begin with / or [, how the last part of it begins; NULL: none. */
const struct process_mapping *process_find(const struct process *process,
                                           const char *name);

/* The program, as the process names it; to be freed. NULL: it has none. */
char *process_program(const struct process *process);

/* A line of /proc/PID/status without its name, to be freed; NULL: none. */
char *process_status(pid_t pid, const char *name);

/* Whether it has not ended. */
bool process_is_there(pid_t pid);

/* The threads it has just now, to be freed. */
pid_t *process_threads(pid_t pid, size_t *count);

/* How often its threads went to sleep, which all do now; -1: one of them does
 * not. The same number some time later: none of them ran meanwhile. */
int64_t process_sleeps(pid_t pid);

#endif
