#include "cli/commands/commands.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/files/runs.h"
#include "cli/process/process_ledger.h"
#include "cli/text/command_line.h"
#include "cli/text/complain.h"
#include "cli/top/top_screen.h"
#include "cli/top/top_text.h"
#include "report/text/memory.h"

enum { INTERVAL_SECONDS = 2, INTERVAL_MAX = 3600 };

struct request {
    unsigned interval;
    bool once;
    struct top_view view;
};

static void
print_help(void)
{
    printf("Usage: reftally top [OPTION]... [PID|LEDGER]\n"
           "Shows what is alive in a recorded process, by type and place of "
           "birth: how many\nobjects, and how many more in a minute; of the "
           "last run if none is given. The\nprocess is not asked for "
           "anything, but where `h' is typed. Of one that has ended\nit is "
           "what was left: `reftally report' tells more.\n\n"
           "  --sort=ORDER        growth, alive, born, type or place; default "
           "growth\n"
           "  --filter=TEXT       only what has this in type, place or holder\n"
           "  --by-type           a line for each type\n"
           "  --interval=SECONDS  between two looks; default %d\n"
           "  --once              print the table and end, as without a "
           "terminal\n"
           "  --no-names          do not look for the names of functions\n"
           "  --help              print this\n\n"
           "Keys: s, S another order   t by type   / filter   enter whole row\n"
           "      h ask the process who holds what   q quit\n",
           INTERVAL_SECONDS);
}

static int
take_option(void *context, int option, const char *value)
{
    struct request *request = context;
    struct top_rows *rows = &request->view.rows;
    uint64_t seconds;

    switch (option) {
    case 's':
        return top_order_named(&rows->order, value)
                   ? EXIT_CLEAN
                   : complain_usage("top",
                                    "--sort is '%s', allowed are growth, "
                                    "alive, born, type and place",
                                    value);
    case 'f':
        snprintf(rows->filter, sizeof rows->filter, "%s", value);
        break;
    case 't':
        rows->by_type = true;
        break;
    case 'i':
        if (!command_line_number(value, 1, INTERVAL_MAX, &seconds)) {
            return complain_usage("top",
                                  "--interval is '%s', allowed is 1 to %d "
                                  "seconds",
                                  value, INTERVAL_MAX);
        }
        request->interval = (unsigned)seconds;
        break;
    case 'o':
        request->once = true;
        break;
    default:
        request->view.with_names = false; /* 'n' */
        break;
    }
    return EXIT_CLEAN;
}

/* Growth takes two looks. */
static int
print_once(struct request *request)
{
    struct top_view *view = &request->view;
    struct timespec rest = { .tv_sec = request->interval };
    char *text;

    top_view_refresh(view);
    if (top_view_runs(view)) {
        nanosleep(&rest, NULL);
        top_view_refresh(view);
    }
    text = top_text_state(&view->rows, &view->watch);
    puts(text);
    free(text);
    text = top_text_columns(0);
    puts(text);
    free(text);
    for (size_t i = 0; i < view->rows.count; i++) {
        text = top_text_row(&view->rows, &view->rows.rows[i], 0);
        puts(text);
        free(text);
    }
    return flush_output(EXIT_CLEAN);
}

static int
show(struct request *request, const char *path)
{
    struct error error;
    int status = EXIT_CLEAN;

    if (!top_view_open(&request->view, path, &error)) {
        return complain(EXIT_UNREADABLE, "%s", error.text);
    }
    if (request->once || !isatty(STDOUT_FILENO) || !isatty(STDIN_FILENO)) {
        status = print_once(request);
    }
    else if (!top_screen_show(&request->view, request->interval, &error)) {
        status = complain(EXIT_UNREADABLE, "%s", error.text);
    }
    top_view_close(&request->view);
    return status;
}

/* A number is a process, unless there is a file of that name. */
static char *
ledger_named(const char *word, struct error *error)
{
    uint64_t pid;
    char *path;

    if (!command_line_number(word, 1, INT32_MAX, &pid) ||
        access(word, F_OK) == 0) {
        return memory_text(word);
    }
    path = process_ledger_open_path((pid_t)pid);
    if (path == NULL) {
        error_set(error,
                  "process %s is not recorded, or not ours: reftally attach %s",
                  word, word);
    }
    return path;
}

int
command_top(int argc, char **argv)
{
    static const struct option options[] = {
        { "sort", required_argument, NULL, 's' },
        { "filter", required_argument, NULL, 'f' },
        { "by-type", no_argument, NULL, 't' },
        { "interval", required_argument, NULL, 'i' },
        { "once", no_argument, NULL, 'o' },
        { "no-names", no_argument, NULL, 'n' },
        { "help", no_argument, NULL, 'h' },
        { 0 },
    };
    static const struct command_line line = {
        .name = "top",
        .print_help = print_help,
        .options = options,
        .take = take_option,
        .most = 1,
        .wants = "takes one process, or one ledger",
    };
    struct request request = { .interval = INTERVAL_SECONDS,
                               .view.with_names = true };
    struct error error;
    char **ledgers, *path;
    int status;

    if (!command_line_read(&line, argc, argv, &request, &status)) {
        return status;
    }
    ledgers = runs_ledgers("top", argv + optind);
    if (ledgers == NULL) {
        return EXIT_USAGE;
    }
    path = ledger_named(ledgers[0], &error);
    if (path == NULL) {
        return complain(EXIT_UNREADABLE, "%s", error.text);
    }
    status = show(&request, path);
    free(path);
    return status;
}
