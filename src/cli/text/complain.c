#include "cli/text/complain.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "report/text/text.h"

static void
print_message(const char *format, va_list arguments)
{
    char *message = NULL, *printable;
    int length = vasprintf(&message, format, arguments);

    /* It may quote a file name, or a line of a file: anything at all. */
    if (length >= 0) {
        printable = text_printable(message, (size_t)length);
        fprintf(stderr, "reftally: %s\n", printable);
        free(printable);
        free(message);
    }
}

int
complain(int status, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    print_message(format, arguments);
    va_end(arguments);
    return status;
}

int
point_to_help(const char *command)
{
    fprintf(stderr, "Try `reftally%s%s --help'.\n", command != NULL ? " " : "",
            command != NULL ? command : "");
    return EXIT_USAGE;
}

int
complain_usage(const char *command, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    print_message(format, arguments);
    va_end(arguments);
    return point_to_help(command);
}

int
flush_output(int status)
{
    return fflush(stdout) == 0 && !ferror(stdout)
               ? status
               : complain(EXIT_UNREADABLE, "cannot write standard output");
}
