#include "cli/cli.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/command_line.h"
#include "cli/ledger_find.h"
#include "cli/library.h"
#include "cli/program.h"
#include "cli/repeat.h"
#include "cli/settings.h"
#include "report/text/memory.h"

enum {
    OPTION_HELP = 'h',
    OPTION_FORMAT = 'f',
    OPTION_REPORT_OUTPUT = 'r',
    OPTION_EXPLAIN = 'e',
    OPTION_CALL = 'c',
    OPTION_REPEAT = 'n',
    OPTION_WARM_UP = 'w',
};

/* What the options ask for. */
struct request {
    struct output output;
    const char *specification; /* NULL: one report, to `output` */
    struct report_options how;
    struct repeat repeat;
};

static void
print_help(void)
{
    printf("Usage: reftally run [OPTION]... [--] PROGRAM [ARGUMENT]...\n"
           "       reftally run --call=MODULE:FUNCTION [OPTION]... [--] "
           "[PYTHON [OPTION]...]\n"
           "Runs a program, records its reference counts, and prints the "
           "report on\nstandard error. The exit status is that of the "
           "program; where that is 0 and\nnothing could be recorded, it is "
           "4, or 5 for an interpreter that is not\nsupported.\n\n"
           "  --format=FORMAT       of the report: %s; default text\n"
           "  --report-output=FILE  write the report there\n"
           "  --explain             say why the suspects are suspected\n"
           "  --call=MODULE:FUNCTION  call this again and again, and tell "
           "what grows by call\n"
           "  --repeat=N            so often, with a checkpoint after each "
           "call; default 20\n"
           "  --warm-up=N           calls before the first checkpoint; "
           "default 3\n"
           "  --help                print this\n\n"
           "Settings, each also an environment variable:\n",
           render_formats());
    settings_print(stdout);
    puts("\nWith --report, the report goes to the files named there, and "
         "--report=none\nwrites none.");
}

static void
set_environment(const char *library)
{
    const char *others = getenv("LD_PRELOAD");
    char *preload = others != NULL && others[0] != '\0'
                        ? memory_format("%s:%s", library, others)
                        : memory_text(library);

    setenv("LD_PRELOAD", preload, 1);
    free(preload);
    /* The report is ours to write, when the program has ended. */
    setenv("REFTALLY_REPORT", "none", 1);
}

static uint64_t
now_ns(void)
{
    struct timespec now = { 0 };

    clock_gettime(CLOCK_REALTIME, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

static void
report_on(const char *program, const char *ledger,
          const struct request *request)
{
    if (ledger == NULL) {
        complain(0,
                 "not judged: no ledger was written, as %s is not a CPython "
                 "that can be recorded, or the library said why",
                 program);
    }
    else if (request->specification != NULL) {
        write_specified_reports(request->specification, ledger, &request->how);
    }
    else {
        write_report(ledger, &request->output, 1, &request->how);
    }
}

/* Processes that were followed have a report each, in a file. */
static void
report_descendants(const struct request *request, const char *pattern,
                   const char *own, pid_t pid, uint64_t since_ns)
{
    const char *specification = request->specification != NULL
                                    ? request->specification
                                    : settings_default("REFTALLY_REPORT");
    const char *follow = getenv("REFTALLY_FOLLOW");
    size_t count = 0;
    char **names = NULL;

    if (own == NULL || follow == NULL || strcmp(follow, "1") != 0) {
        return;
    }
    count = ledger_find_descendants(pattern, pid, since_ns, &names);
    for (size_t i = 0; i < count; i++) {
        if (strcmp(names[i], own) != 0) {
            write_specified_reports(specification, names[i], &request->how);
        }
        free(names[i]);
    }
    free(names);
}

/* Of a program that ended well: could it be recorded? */
static int
status_of(const char *ledger)
{
    enum reason reason =
        ledger != NULL ? ledger_says_nothing(ledger) : REASON_NO_PYTHON;

    return reason == REASON_NONE                  ? EXIT_CLEAN
           : ledger_reason_is_interpreter(reason) ? EXIT_UNSUPPORTED
                                                  : EXIT_NOT_JUDGED;
}

static int
run_and_report(char **argv, const struct request *request)
{
    const char *setting = getenv("REFTALLY_OUTPUT");
    char *pattern = memory_text(setting != NULL && setting[0] != '\0'
                                    ? setting
                                    : settings_default("REFTALLY_OUTPUT"));
    uint64_t since_ns = now_ns();
    char *path = program_find(argv[0]);
    int status = program_examine(argv[0], path);
    struct error error;
    char *library = status == 0 ? library_find(&error) : NULL;
    char *ledger = NULL;
    pid_t pid;

    if (status == 0 && library == NULL) {
        status = complain(EXIT_USAGE, "%s", error.text);
    }
    else if (status == 0) {
        set_environment(library);
        if (program_run(path, argv, &pid, &status)) {
            ledger = ledger_find(pattern, pid, since_ns);
            report_on(argv[0], ledger, request);
            report_descendants(request, pattern, ledger, pid, since_ns);
            if (status == EXIT_CLEAN) {
                status = status_of(ledger);
            }
        }
    }
    free(pattern);
    free(path);
    free(library);
    free(ledger);
    return status;
}

static int
take_setting(struct request *request, int setting, const char *value)
{
    const char *variable = settings_variable(setting);
    struct error error;

    if (!settings_check(setting, value, &error)) {
        return complain_usage("run", "%s", error.text);
    }
    if (strcmp(variable, "REFTALLY_REPORT") != 0) {
        setenv(variable, value, 1);
        return EXIT_CLEAN;
    }
    if (!check_specification(value, &error)) {
        return complain_usage("run", "%s", error.text);
    }
    request->specification = value;
    return EXIT_CLEAN;
}

static int
take_option(void *context, int option, const char *value)
{
    struct request *request = context;

    switch (option) {
    case OPTION_FORMAT:
        return choose_format(&request->output, "run", value);
    case OPTION_REPORT_OUTPUT:
        request->output.path = value;
        return EXIT_CLEAN;
    case OPTION_EXPLAIN:
        request->how.explain = true;
        return EXIT_CLEAN;
    case OPTION_CALL:
        request->repeat.call = value;
        return EXIT_CLEAN;
    case OPTION_REPEAT:
        request->repeat.rounds = value;
        return EXIT_CLEAN;
    case OPTION_WARM_UP:
        request->repeat.warm_up = value;
        return EXIT_CLEAN;
    default:
        return take_setting(request, option - SETTING_OPTION, value);
    }
}

/* The environment asks for reports, unless the command line does. */
static const char *
specified_reports(const struct request *request)
{
    const char *setting = getenv("REFTALLY_REPORT");

    return request->specification != NULL || request->output.path != NULL ||
                   setting == NULL || setting[0] == '\0'
               ? request->specification
               : setting;
}

/* `program` is what stands behind the options. */
static int
run_request(const struct request *request, char **program)
{
    struct error error;

    if (!repeat_check(&request->repeat, &error)) {
        return complain_usage("run", "%s", error.text);
    }
    if (request->repeat.call != NULL) {
        program = repeat_program(&request->repeat, program);
        if (program == NULL) {
            return complain(EXIT_USAGE,
                            "repeat.py, which calls the function, is neither "
                            "beside this command nor where it is installed");
        }
    }
    else if (*program == NULL) {
        return complain_usage("run", "run needs a program");
    }
    return run_and_report(program, request);
}

int
command_run(int argc, char **argv)
{
    static const struct option own[] = {
        { "help", no_argument, NULL, OPTION_HELP },
        { "format", required_argument, NULL, OPTION_FORMAT },
        { "report-output", required_argument, NULL, OPTION_REPORT_OUTPUT },
        { "explain", no_argument, NULL, OPTION_EXPLAIN },
        { "call", required_argument, NULL, OPTION_CALL },
        { "repeat", required_argument, NULL, OPTION_REPEAT },
        { "warm-up", required_argument, NULL, OPTION_WARM_UP },
    };
    struct settings_options all;
    struct request request = {
        .output = { .format = render_find("text", 4),
                    .file = stderr,
                    .may_follow_links = true },
        .how = { .names = true },
    };
    struct command_line line = {
        .name = "run",
        .print_help = print_help,
        .options = all.options,
        .letters = "+h", /* what follows the program is the program's */
        .take = take_option,
        .most = -1,
    };
    int status;

    settings_options_fill(&all, own, sizeof own / sizeof *own);
    if (!command_line_read(&line, argc, argv, &request, &status)) {
        return status;
    }
    request.specification = specified_reports(&request);
    return run_request(&request, argv + optind);
}
