#include "cli/text/progress.h"

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

/* What is being done, for a user who waits. */
static const char *volatile phase = "reading the ledger";

static void
say_phase(int number)
{
    char line[128] = "reftally: ";
    size_t length = strlen(line);
    int saved = errno;

    (void)number;
    for (const char *at = phase; *at != '\0' && length < 100; at++) {
        line[length++] = *at;
    }
    memcpy(line + length, " ...\n", 5);
    if (write(STDERR_FILENO, line, length + 5) < 0) {
        /* Nobody reads it: nothing to be done. */
    }
    alarm(5);
    errno = saved;
}

void
progress_set(const char *what)
{
    phase = what;
}

void
progress_begin(void)
{
    struct sigaction action = { .sa_handler = say_phase,
                                .sa_flags = SA_RESTART };

    sigaction(SIGALRM, &action, NULL);
    alarm(1);
}

void
progress_end(void)
{
    alarm(0);
}
