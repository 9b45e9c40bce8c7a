#include "cli/text/progress.h"

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

enum { FIRST_SECONDS = 1, NEXT_SECONDS = 5 };

/* What is being done, for a user who waits. */
static const char *volatile phase = "reading the ledger";

/* Only touched by the signal's handler, and before there is one. */
static const char *said;
static unsigned pause_seconds;

/* What lasts is said again after twice the time: a log is not to be flooded. */
static void
wait_longer(void)
{
    const char *now = phase;

    pause_seconds = now == said ? 2 * pause_seconds : (unsigned)NEXT_SECONDS;
    said = now;
    alarm(pause_seconds);
}

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
    wait_longer();
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

    said = NULL;
    sigaction(SIGALRM, &action, NULL);
    alarm(FIRST_SECONDS);
}

void
progress_end(void)
{
    alarm(0);
}
