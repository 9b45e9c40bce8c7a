/*
 * attach - the library is loaded into a process that runs, and begins.
 */
#include "cli/cli.h"

#include <errno.h>
#include <getopt.h>
#include <reftally/attach.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "arch/filter.h"
#include "cli/attach_copy.h"
#include "cli/detach.h"
#include "cli/progress.h"
#include "cli/settings.h"
#include "report/text/memory.h"

enum {
    OPTION_HELP = 'h',
    OPTION_FOR = 'd',
    OPTION_WAIT = 'w',
    OPTION_FORMAT = 'f',
    OPTION_REPORT_OUTPUT = 'r',
    WAIT_SECONDS = 30,
    PLAN_SECONDS = 25,
    POLL_NS = 5000000,
    DURATION_MAX = 30 * 86400,
    INTERVAL_MAX = 60, /* of checkpoints, where none is asked for */
    INTERVALS = 20,    /* ... and how many there are to be at least */
};

struct request {
    char *settings[SETTINGS_COUNT + 2]; /* NAME=VALUE */
    size_t count;
    unsigned duration, wait; /* seconds; 0: until detach */
    struct output output;
};

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
    settings_print(stdout);
    puts("\nExit status: 0 it is recorded, or was; 2 usage, 3 it cannot be.");
}

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
is_given(const struct request *request, const char *variable)
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
give(struct request *request, const char *variable, const char *value)
{
    request->settings[request->count++] =
        memory_format("%s=%s", variable, value);
}

/* In our folder, not in that of the process. */
static void
give_output(struct request *request, const char *value)
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
give_rest(struct request *request)
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
take_setting(struct request *request, int setting, const char *value)
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

/* ---- attaching ---- */

/* The map of tracked objects is there while a library records. */
static bool
is_recorded(const struct visit_target *target)
{
    for (size_t i = 0; i < target->process.count; i++) {
        if (target->process.mappings[i].start == SHADOW_BASE) {
            return true;
        }
    }
    return false;
}

static volatile sig_atomic_t interrupted;

static void
note_interrupt(int number)
{
    (void)number;
    interrupted = 1;
}

/* Ctrl-C ends it sooner. */
static void
wait_out(const struct visit_target *target, unsigned seconds)
{
    struct sigaction action = { .sa_handler = note_interrupt };
    time_t end = time(NULL) + seconds;
    struct timespec second = { .tv_sec = 1 };

    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    while (!interrupted && time(NULL) < end &&
           process_is_there(target->process.pid)) {
        nanosleep(&second, NULL);
    }
}

static int
record_for(const struct request *request, const struct visit_target *target,
           const struct attach_copy *copy, const char *ledger)
{
    const struct report_options how = { .names = true };
    struct error error;

    wait_out(target, request->duration);
    if (process_is_there(target->process.pid) &&
        !detach_process(target, copy, request->wait, &error)) {
        complain(0, "%s", error.text);
    }
    return write_report(ledger, &request->output, 1, &how);
}

/*
 * What takes a second is done by a copy of the process; where that cannot be,
 * it is done later.
 */
static void
prepare(const struct request *request, const struct visit_target *target,
        const struct attach_copy *copy)
{
    struct visit visit = { .library = copy->library,
                           .folder = copy->folder,
                           .function = "prepare",
                           .seconds = request->wait };
    char *made = memory_format("%s/%s", copy->folder, REFTALLY_PLANS_FILE);
    char *path = process_file(&target->process, made);
    struct timespec moment = { .tv_nsec = POLL_NS };
    time_t end = time(NULL) + PLAN_SECONDS;
    struct error error;

    if (visit_make(target, &visit, &error)) {
        progress_set("reading the process's code");
        while (access(path, F_OK) != 0 && time(NULL) <= end) {
            nanosleep(&moment, NULL);
        }
        progress_set(NULL);
    }
    unlink(path);
    free(path);
    free(made);
}

static int
begin(const struct request *request, const struct visit_target *target,
      const struct attach_copy *copy)
{
    struct visit visit = { .library = copy->library,
                           .folder = copy->folder,
                           .function = "attach",
                           .seconds = request->wait };
    int status = EXIT_CLEAN;
    struct error error;
    char *ledger;

    prepare(request, target, copy);
    if (!visit_make(target, &visit, &error)) {
        attach_copy_remove(copy, target);
        return complain(EXIT_UNREADABLE, "%s", error.text);
    }
    ledger = detach_ledger(target);
    if (ledger == NULL) {
        status = complain(EXIT_UNREADABLE, "process %d: its ledger is gone",
                          (int)target->process.pid);
    }
    else if (request->duration == 0) {
        printf("recording process %d: reftally report %s\n"
               "until: reftally detach %d\n",
               (int)target->process.pid, ledger, (int)target->process.pid);
    }
    else {
        status = record_for(request, target, copy, ledger);
    }
    free(ledger);
    return status;
}

static int
attach(const struct request *request, pid_t pid)
{
    struct visit_target target;
    struct attach_copy copy;
    struct error error;
    int status;

    if (!visit_target_open(&target, pid, &error)) {
        return complain(EXIT_UNREADABLE, "%s", error.text);
    }
    if (is_recorded(&target)) {
        status = complain(EXIT_UNREADABLE,
                          "process %d is recorded already: reftally detach %d",
                          (int)pid, (int)pid);
    }
    else if (!attach_copy_make(&copy, &target, request->settings,
                               request->count, &error)) {
        status = complain(EXIT_UNREADABLE, "%s", error.text);
    }
    else {
        status = begin(request, &target, &copy);
        attach_copy_clear(&copy);
    }
    visit_target_close(&target);
    return status;
}

/* ---- the command line ---- */

static int
take_option(struct request *request, int option, const char *value)
{
    char *end;

    switch (option) {
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
        return end != value && *end == '\0' && request->wait <= 86400
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
attach_named(struct request *request, const char *name)
{
    char *end;
    unsigned long pid = strtoul(name, &end, 10);

    if (*end != '\0' || pid == 0 || pid > INT32_MAX) {
        return complain_usage("attach", "%s is no process id", name);
    }
    give_rest(request);
    return attach(request, (pid_t)pid);
}

int
command_attach(int argc, char **argv)
{
    static const struct option own[] = {
        { "help", no_argument, NULL, OPTION_HELP },
        { "for", required_argument, NULL, OPTION_FOR },
        { "wait", required_argument, NULL, OPTION_WAIT },
        { "format", required_argument, NULL, OPTION_FORMAT },
        { "report-output", required_argument, NULL, OPTION_REPORT_OUTPUT },
    };
    struct settings_options all;
    struct request request = {
        .wait = WAIT_SECONDS,
        .output = { .format = render_find("text", 4),
                    .file = stdout,
                    .may_follow_links = true },
    };
    int option, status = EXIT_CLEAN;

    settings_options_fill(&all, own, sizeof own / sizeof *own);
    while (status == EXIT_CLEAN &&
           (option = getopt_long(argc, argv, "h", all.options, NULL)) != -1) {
        if (option == OPTION_HELP) {
            print_help();
            return EXIT_CLEAN;
        }
        status = take_option(&request, option, optarg);
    }
    if (status == EXIT_CLEAN) {
        status = argc - optind == 1
                     ? attach_named(&request, argv[optind])
                     : complain_usage("attach", "attach needs a process id");
    }
    for (size_t i = 0; i < request.count; i++) {
        free(request.settings[i]);
    }
    return status;
}
