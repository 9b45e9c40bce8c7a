#include "cli/attach_request.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "report/text/memory.h"

enum {
    OPTION_HELP = 'h',
    OPTION_FOR = 'd',
    OPTION_WAIT = 'w',
    OPTION_FORMAT = 'f',
    OPTION_REPORT_OUTPUT = 'r',
    DURATION_MAX = 30 * 86400,
    WAIT_MAX = 86400,
    INTERVAL_MAX = 60, /* of checkpoints, where none is asked for */
    INTERVALS = 20,    /* ... and how many there are to be at least */
};

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

/* In our folder, not in that of the process. */
static void
give_output(struct attach_request *request, const char *value)
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
    if (!is_given(request, "REFTALLY_OUTPUT")) {
        give_output(request, settings_default("REFTALLY_OUTPUT"));
    }
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
    static const char *const own[] = { "REFTALLY_START", "REFTALLY_REPORT",
                                       "REFTALLY_SEAL", "REFTALLY_FOLLOW",
                                       "REFTALLY_LIBRARY" };
    const char *variable = settings_variable(setting);
    struct error error;

    if (!settings_check(setting, value, &error)) {
        return complain_usage("attach", "%s", error.text);
    }
    for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
        if (strcmp(variable, own[i]) == 0) {
            return complain_usage("attach", "%s is for reftally run alone",
                                  variable);
        }
    }
    if (is_given(request, variable)) {
        return complain_usage("attach", "%s is given twice", variable);
    }
    if (strcmp(variable, "REFTALLY_OUTPUT") == 0) {
        give_output(request, value);
    }
    else {
        give(request, variable, value);
    }
    return EXIT_CLEAN;
}

/* ---- the command line ---- */

static int
take_option(struct attach_request *request, int option, const char *value)
{
    char *end;

    switch (option) {
    case OPTION_HELP:
        request->help = true;
        return EXIT_CLEAN;
    case OPTION_FOR:
        request->duration = parse_duration(value);
        return request->duration != 0
                   ? EXIT_CLEAN
                   : complain_usage("attach",
                                    "--for=%s: a time like 90s, 10m "
                                    "or 2h, up to 30 days",
                                    value);
    case OPTION_WAIT:
        request->wait = (unsigned)strtoul(value, &end, 10);
        return end != value && *end == '\0' && request->wait <= WAIT_MAX
                   ? EXIT_CLEAN
                   : complain_usage("attach", "--wait=%s: seconds", value);
    case OPTION_FORMAT:
        return choose_format(&request->output, "attach", value);
    case OPTION_REPORT_OUTPUT:
        request->output.path = value;
        return EXIT_CLEAN;
    case '?':
        return EXIT_USAGE;
    default:
        return take_setting(request, option - SETTING_OPTION, value);
    }
}

static int
take_process(struct attach_request *request, const char *name)
{
    char *end;
    unsigned long pid = strtoul(name, &end, 10);

    if (*end != '\0' || pid == 0 || pid > INT32_MAX) {
        return complain_usage("attach", "%s is no process id", name);
    }
    request->pid = (pid_t)pid;
    give_rest(request);
    return EXIT_CLEAN;
}

int
attach_request_read(struct attach_request *request, int argc, char **argv)
{
    static const struct option own[] = {
        { "help", no_argument, NULL, OPTION_HELP },
        { "for", required_argument, NULL, OPTION_FOR },
        { "wait", required_argument, NULL, OPTION_WAIT },
        { "format", required_argument, NULL, OPTION_FORMAT },
        { "report-output", required_argument, NULL, OPTION_REPORT_OUTPUT },
    };
    struct settings_options all;
    int option, status = EXIT_CLEAN;

    *request = (struct attach_request){
        .wait = ATTACH_WAIT_SECONDS,
        .output = { .format = render_find("text", 4),
                    .file = stdout,
                    .may_follow_links = true },
    };
    settings_options_fill(&all, own, sizeof own / sizeof *own);
    while (status == EXIT_CLEAN && !request->help &&
           (option = getopt_long(argc, argv, "h", all.options, NULL)) != -1) {
        status = take_option(request, option, optarg);
    }
    if (status != EXIT_CLEAN || request->help) {
        return status;
    }
    return argc - optind == 1
               ? take_process(request, argv[optind])
               : complain_usage("attach", "attach needs a process id");
}

void
attach_request_clear(struct attach_request *request)
{
    for (size_t i = 0; i < request->count; i++) {
        free(request->settings[i]);
    }
}
