#include "cli/text/terminal.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { COLUMNS_LEAST = 40 }; /* narrower than this a report is no better */

static bool
is_set(const char *name)
{
    const char *value = getenv(name);

    return value != NULL && value[0] != '\0';
}

static bool
has_colours(bool terminal)
{
    const char *kind = getenv("TERM");

    return terminal && !is_set("NO_COLOR") && kind != NULL &&
           strcmp(kind, "dumb") != 0;
}

struct terminal
terminal_of(FILE *file, enum colour_choice choice)
{
    bool is_terminal = file != NULL && isatty(fileno(file));
    const char *columns = getenv("COLUMNS");
    struct terminal terminal = {
        .colours = choice == COLOUR_ALWAYS ||
                   (choice == COLOUR_AUTO && has_colours(is_terminal)),
    };
    struct winsize size;

    if (is_terminal && ioctl(fileno(file), TIOCGWINSZ, &size) == 0) {
        terminal.columns = size.ws_col;
        terminal.rows = size.ws_row;
    }
    if (is_terminal && columns != NULL && atoi(columns) > 0) {
        terminal.columns = (unsigned)atoi(columns);
    }
    if (terminal.columns < COLUMNS_LEAST) {
        terminal.columns = 0;
    }
    return terminal;
}

bool
terminal_choose(enum colour_choice *choice, const char *word)
{
    static const char *const words[] = { "auto", "always", "never" };

    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strcmp(word, words[i]) == 0) {
            *choice = (enum colour_choice)i;
            return true;
        }
    }
    return false;
}

static size_t
lines_of(const char *text, size_t length)
{
    size_t lines = 0;

    for (size_t i = 0; i < length; i++) {
        lines += text[i] == '\n';
    }
    return lines;
}

/* Who leaves the pager early wants no more of it. */
static bool
show(const char *pager, const char *text, size_t length)
{
    struct sigaction ignore = { .sa_handler = SIG_IGN }, before;
    FILE *pipe;
    int status;

    sigaction(SIGPIPE, &ignore, &before);
    pipe = popen(pager, "w");
    if (pipe != NULL) {
        fwrite(text, 1, length, pipe);
    }
    status = pipe != NULL ? pclose(pipe) : -1;
    sigaction(SIGPIPE, &before, NULL);
    return status != -1 && status >> 8 != 127 && status >> 8 != 126;
}

bool
terminal_page(const struct terminal *terminal, const char *text, size_t length)
{
    const char *pager = getenv("PAGER");

    if (terminal->rows == 0 || !isatty(STDIN_FILENO) ||
        lines_of(text, length) < terminal->rows) {
        return false;
    }
    setenv("LESS", "FRX", 0); /* colours, and no screen of its own */
    return show(pager != NULL && pager[0] != '\0' ? pager : "less", text,
                length);
}
