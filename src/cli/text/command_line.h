/*
 * command_line - what every command does with its arguments: options, --help,
 * how many there may be, numbers. What is wrong is said here.
 */
#ifndef REFTALLY_CLI_TEXT_COMMAND_LINE_H
#define REFTALLY_CLI_TEXT_COMMAND_LINE_H

#include <getopt.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct command_line {
    const char *name; /* as in `reftally NAME' */
    void (*print_help)(void);
    const struct option *options; /* NULL: only --help, which is 'h' */
    const char *letters;          /* as getopt has them; NULL: "h" */
    /* EXIT_CLEAN, or a status after having said what is wrong. */
    int (*take)(void *request, int option, const char *value);
    int least, most;   /* arguments; most -1: any number */
    const char *wants; /* "takes one folder", where there are others */
};

/*
 * Gives each option to `take`. True: the arguments begin at argv[optind].
 * False: the command ends with `status`.
 */
bool command_line_read(const struct command_line *line, int argc, char **argv,
                       void *request, int *status);

/* Decimal digits, and nothing else. */
bool command_line_number(const char *text, uint64_t least, uint64_t most,
                         uint64_t *number);

/* EXIT_CLEAN, or EXIT_USAGE after having said what is wrong. */
int command_line_process(const char *command, const char *text, pid_t *pid);
int command_line_seconds(const char *command, const char *option,
                         const char *text, unsigned *seconds);

/* Sets a folder's real path, to be freed, in place of what was there; the
 * status as above. */
int command_line_root(const char *command, const char *text, char **root);

#endif
