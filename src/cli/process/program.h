/*
 * program - another program, found and run to its end.
 */
#ifndef REFTALLY_CLI_PROCESS_PROGRAM_H
#define REFTALLY_CLI_PROCESS_PROGRAM_H

#include <stdbool.h>
#include <sys/types.h>

/* The full path of `program`, as execvp would find it; NULL with errno. */
char *program_find(const char *program);

/* 0, or the exit status after having said why it cannot be run. */
int program_examine(const char *name, const char *path);

/* Runs the program to its end. Returns false if it could not be started. */
bool program_run(const char *path, char **argv, pid_t *pid, int *status);

#endif
