#include "cli/record/attach_request.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/text/command_line.h"
#include "cli/text/complain.h"
#include "report/text/memory.h"

enum {
    OPTION_HELP = 'h',
    OPTION_FOR = 'd',
    OPTION_WAIT = 'w',
    OPTION_FORMAT = 'f',
    OPTION_REPORT_OUTPUT = 'r',
    WAIT_SECONDS = 30,
    DURATION_MAX = 30 * 86400,
    INTERVAL_MAX = 60, /* of checkpoints, where none is asked for */
    INTERVALS = 20,    /* ... and how many there are to be at least */
};

/* What is settled before a program starts. */
static const char *const for_run[] = { "REFTALLY_START",   "REFTALLY_REPORT",
                                       "REFTALLY_SEAL",    "REFTALLY_FOLLOW",
                                       "REFTALLY_LIBRARY", NULL };

/* Seconds; 0: no duration. */
static unsigned
parse_duration(const char *text)
{
    static const struct {
        const char *unit;
        unsigned seconds;
    } units[] = { { "", 1 }, { "s", 1 }, { "m", 60 }, { "h", 3600 } };
    char *end;
    unsigned long number = strtoul(text, &end, 10);

    for (size_t i = 0; end != text && i < sizeof units / sizeof *units; i++) {
        if (strcmp(end, units[i].unit) == 0 &&
            number <= DURATION_MAX / units[i].seconds) {
            return (unsigned)number * units[i].seconds;
        }
    }
    return 0;
}

/* ---- what the library is told ---- */

static bool
is_given(const struct attach_request *request, const char *variable)
{
    size_t length = strlen(variable);

    for (size_t i = 0; i < request->count; i++) {
        if (strncmp(request->settings[i], variable, length) == 0 &&
            request->settings[i][length] == '=') {
            return true;
        }
    }
    return false;
}

static void
give(struct attach_request *request, const char *variable, const char *value)
{
    request->settings[request->count++] =
        memory_format("%s=%s", variable, value);
}

void
attach_request_output(struct attach_request *request, const char *value)
{
    char *folder = getcwd(NULL, 0), *path;

    path = value[0] == '/' || folder == NULL
               ? memory_text(value)
               : memory_format("%s/%s", folder, value);
    give(request, "REFTALLY_OUTPUT", path);
    free(path);
    free(folder);
}

static void
give_rest(struct attach_request *request)
{
    static const char interval[] = "REFTALLY_CHECKPOINT_INTERVAL";
    unsigned seconds = request->duration / INTERVALS;
    char *text;

    give(request, "REFTALLY_START", "mark");
    give(request, "REFTALLY_REPORT", "none");
    if (!is_given(request, interval)) {
        if (seconds == 0) {
            seconds = request->duration == 0 ? INTERVAL_MAX : 1;
        }
        text = memory_format("%u",
                             seconds < INTERVAL_MAX ? seconds : INTERVAL_MAX);
        give(request, interval, text);
        free(text);
    }
}

static int
take_setting(struct attach_request *request, int setting, const char *value)
{
    const char *variable = settings_variable(setting);
    struct error error;

    if (!settings_check(setting, value, &error)) {
        return complain_usage("attach", "%s", error.text);
    }
    if (settings_lists(for_run, variable)) {
        return complain_usage("attach", "%s is for reftally run alone",
                              variable);
    }
    if (is_given(request, variable)) {
        return complain_usage("attach", "%s is given twice", variable);
    }
    if (strcmp(variable, "REFTALLY_OUTPUT") == 0) {
        attach_request_output(request, value);
        request->named = true;
    }
    else {
        give(request, variable, value);
    }
    return EXIT_CLEAN;
}

/* ---- the command line ---- */

static void
print_help(void)
{
    printf("Usage: reftally attach [OPTION]... PID\n"
           "Begins to record a Python process that runs already. What was born "
           "before has no\naccount; extension modules that it loads later are "
           "not seen. `reftally report'\nand `reftally detach' "
           "go on from there.\n\n"
           "  --for=TIME            detach after that (90, 90s, 10m, 2h), and "
           "print the report\n"
           "  --wait=SECONDS        for the main thread to come to Python "
           "code; default %d\n"
           "  --format=FORMAT       of the report: %s; default text\n"
           "  --report-output=FILE  write the report there\n"
           "  --help                print this\n\n"
           "Settings, as with reftally run:\n",
           WAIT_SECONDS, render_formats());
    settings_print(stdout, for_run);
    puts("\nExit status: 0 it is recorded, or was; 2 usage, 3 it cannot be.");
}

static int
take_option(void *context, int option, const char *value)
{
    struct attach_request *request = context;

    switch (option) {
    case OPTION_FOR:
        request->duration = parse_duration(value);
        return request->duration != 0
                   ? EXIT_CLEAN
                   : complain_usage("attach",
                                    "--for is '%s', allowed is a time "
                                    "like 90s, 10m or 2h, up to 30 days",
                                    value);
    case OPTION_WAIT:
        return command_line_seconds("attach", "wait", value, &request->wait);
    case OPTION_FORMAT:
        return choose_format(&request->output, "attach", value);
    case OPTION_REPORT_OUTPUT:
        request->output.path = value;
        return EXIT_CLEAN;
    default:
        return take_setting(request, option - SETTING_OPTION, value);
    }
}

bool
attach_request_read(struct attach_request *request, int argc, char **argv,
                    int *status)
{
    static const struct option own[] = {
        { "help", no_argument, NULL, OPTION_HELP },
        { "for", required_argument, NULL, OPTION_FOR },
        { "wait", required_argument, NULL, OPTION_WAIT },
        { "format", required_argument, NULL, OPTION_FORMAT },
        { "report-output", required_argument, NULL, OPTION_REPORT_OUTPUT },
    };
    struct settings_options all;
    struct command_line line = {
        .name = "attach",
        .print_help = print_help,
        .options = all.options,
        .take = take_option,
        .least = 1,
        .most = 1,
        .wants = "needs a process id",
    };

    *request = (struct attach_request){
        .wait = WAIT_SECONDS,
        .output = { .format = render_find("text", 4),
                    .file = stdout,
                    .may_follow_links = true },
    };
    settings_options_fill(&all, own, sizeof own / sizeof *own);
    if (!command_line_read(&line, argc, argv, request, status)) {
        return false;
    }
    *status = command_line_process("attach", argv[optind], &request->pid);
    give_rest(request);
    return *status == EXIT_CLEAN;
}

void
attach_request_clear(struct attach_request *request)
{
    for (size_t i = 0; i < request->count; i++) {
        free(request->settings[i]);
    }
}
