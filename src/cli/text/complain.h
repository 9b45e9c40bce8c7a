/*
 * complain - what a command says when it cannot go on, and how it ends.
 */
#ifndef REFTALLY_CLI_TEXT_COMPLAIN_H
#define REFTALLY_CLI_TEXT_COMPLAIN_H

enum exit_status {
    EXIT_CLEAN,
    EXIT_FINDINGS,
    EXIT_USAGE,
    EXIT_UNREADABLE,
    EXIT_NOT_JUDGED,  /* no finding, but not all was judged */
    EXIT_UNSUPPORTED, /* an interpreter that cannot be recorded */
};

/* "reftally: MESSAGE" on standard error; returns `status`. */
int complain(int status, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The same for a mistake on the command line, with a pointer to --help. */
int complain_usage(const char *command, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* That pointer alone; NULL: to all commands. Returns EXIT_USAGE. */
int point_to_help(const char *command);

/* `status`, unless standard output could not be written: that is said. */
int flush_output(int status);

#endif
