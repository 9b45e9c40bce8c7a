#include "cli/text/command_line.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/text/complain.h"

enum { SECONDS_MAX = 86400, DIGITS_MAX = 18 /* fit into 64 bits */ };

/*
 * An option that wants a value takes the next word, whatever it is: also what
 * ends the options.
 */
static bool
took_the_end(char **argv)
{
    return optarg != NULL && optarg == argv[optind - 1] &&
           strcmp(optarg, "--") == 0;
}

static int
take_option(const struct command_line *line, char **argv, void *request,
            int option)
{
    if (option == '?') { /* getopt_long has said what is wrong */
        return point_to_help(line->name);
    }
    if (took_the_end(argv)) {
        return complain_usage(line->name, "%s needs a value", argv[optind - 2]);
    }
    return line->take(request, option, optarg);
}

bool
command_line_read(const struct command_line *line, int argc, char **argv,
                  void *request, int *status)
{
    static const struct option only_help[] = {
        { "help", no_argument, NULL, 'h' },
        { 0 },
    };
    const struct option *options =
        line->options != NULL ? line->options : only_help;
    const char *letters = line->letters != NULL ? line->letters : "h";
    int option, count;

    *status = EXIT_CLEAN;
    while (*status == EXIT_CLEAN &&
           (option = getopt_long(argc, argv, letters, options, NULL)) != -1) {
        if (option == 'h') {
            line->print_help();
            return false;
        }
        *status = take_option(line, argv, request, option);
    }
    count = argc - optind;
    if (*status == EXIT_CLEAN &&
        (count < line->least || (line->most >= 0 && count > line->most))) {
        *status = complain_usage(line->name, "%s %s", line->name, line->wants);
    }
    return *status == EXIT_CLEAN;
}

bool
command_line_number(const char *text, uint64_t least, uint64_t most,
                    uint64_t *number)
{
    size_t length = strlen(text);

    if (length == 0 || length > DIGITS_MAX ||
        strspn(text, "0123456789") != length) {
        return false;
    }
    *number = strtoull(text, NULL, 10);
    return *number >= least && *number <= most;
}

int
command_line_process(const char *command, const char *text, pid_t *pid)
{
    uint64_t number;

    if (!command_line_number(text, 1, INT32_MAX, &number)) {
        return complain_usage(command, "%s is no process id", text);
    }
    *pid = (pid_t)number;
    return EXIT_CLEAN;
}

int
command_line_seconds(const char *command, const char *option, const char *text,
                     unsigned *seconds)
{
    uint64_t number;

    if (!command_line_number(text, 0, SECONDS_MAX, &number)) {
        return complain_usage(command,
                              "--%s is '%s', allowed is 0 to %d seconds",
                              option, text, SECONDS_MAX);
    }
    *seconds = (unsigned)number;
    return EXIT_CLEAN;
}

int
command_line_root(const char *command, const char *text, char **root)
{
    free(*root);
    *root = realpath(text, NULL);
    return *root != NULL ? EXIT_CLEAN
                         : complain_usage(command, "--root is '%s': %s", text,
                                          strerror(errno));
}
