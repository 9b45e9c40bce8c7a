#include "cli/commands/commands.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/judgement/write_report.h"
#include "cli/record/recording.h"
#include "cli/record/repeat.h"
#include "cli/text/command_line.h"
#include "cli/text/complain.h"
#include "cli/text/settings.h"

enum {
    OPTION_HELP = 'h',
    OPTION_FORMAT = 'f',
    OPTION_REPORT_OUTPUT = 'r',
    OPTION_EXPLAIN = 'e',
    OPTION_CALL = 'c',
    OPTION_REPEAT = 'n',
    OPTION_WARM_UP = 'w',
    OPTION_CONFIRM = '2',
};

/* What the options ask for. */
struct request {
    struct recording recording;
    struct repeat repeat;
};

static void
print_help(void)
{
    static const char *const all = NULL; /* without none */

    printf(
        "Usage: reftally run [OPTION]... [--] PROGRAM [ARGUMENT]...\n"
        "       reftally run --call=MODULE:FUNCTION [OPTION]... [--] "
        "[PYTHON [OPTION]...]\n"
        "Runs a program, records its reference counts, and prints the "
        "report on\nstandard error. The exit status is that of the "
        "program; where that is 0 and\nnothing could be recorded, it is "
        "4, or 5 for an interpreter that is not\nsupported.\n\n"
        "  --format=FORMAT       of the report: %s; default text\n"
        "  --report-output=FILE  write the report there\n"
        "  --explain             say why the suspects are suspected\n"
        "  --confirm             run it twice, the second time to watch "
        "what the first\n                        one suspects, or to find "
        "what a crash came from;\n                        the report is that "
        "of the second\n"
        "  --call=MODULE:FUNCTION  call this again and again, and tell "
        "what grows by call\n"
        "  --repeat=N            so often, with a checkpoint after each "
        "call; default 20\n"
        "  --warm-up=N           calls before the first checkpoint; "
        "default 3\n"
        "  --help                print this\n\n"
        "Settings, each also an environment variable:\n",
        render_formats());
    settings_print(stdout, &all);
    puts("\nWith --report, the report goes to the files named there, and "
         "--report=none\nwrites none.");
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
    if (!check_specification("--report", value, &error)) {
        return complain_usage("run", "%s", error.text);
    }
    request->recording.specification = value;
    return EXIT_CLEAN;
}

static int
take_option(void *context, int option, const char *value)
{
    struct request *request = context;

    switch (option) {
    case OPTION_FORMAT:
        return choose_format(&request->recording.output, "run", value);
    case OPTION_REPORT_OUTPUT:
        request->recording.output.path = value;
        return EXIT_CLEAN;
    case OPTION_EXPLAIN:
        request->recording.how.explain = true;
        return EXIT_CLEAN;
    case OPTION_CONFIRM:
        request->recording.confirm = true;
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

    return request->recording.specification != NULL ||
                   request->recording.output.path != NULL || setting == NULL ||
                   setting[0] == '\0'
               ? request->recording.specification
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
    return record(&request->recording, program);
}

int
command_run(int argc, char **argv)
{
    static const struct option own[] = {
        { "help", no_argument, NULL, OPTION_HELP },
        { "format", required_argument, NULL, OPTION_FORMAT },
        { "report-output", required_argument, NULL, OPTION_REPORT_OUTPUT },
        { "explain", no_argument, NULL, OPTION_EXPLAIN },
        { "confirm", no_argument, NULL, OPTION_CONFIRM },
        { "call", required_argument, NULL, OPTION_CALL },
        { "repeat", required_argument, NULL, OPTION_REPEAT },
        { "warm-up", required_argument, NULL, OPTION_WARM_UP },
    };
    struct settings_options all;
    struct request request = {
        .recording = {
            .output = { .format = render_find("text", 4),
                        .file = stderr,
                        .may_follow_links = true },
            .how = { .names = true },
        },
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
    request.recording.specification = specified_reports(&request);
    return run_request(&request, argv + optind);
}
