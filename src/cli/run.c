#include "cli/cli.h"

#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/ledger_find.h"
#include "cli/program.h"
#include "cli/repeat.h"
#include "cli/settings.h"
#include "report/memory.h"

#ifndef REFTALLY_LIBRARY_DIR
#define REFTALLY_LIBRARY_DIR "/usr/lib/reftally"
#endif

enum {
    OPTION_HELP = 'h',
    OPTION_FORMAT = 'f',
    OPTION_REPORT_OUTPUT = 'r',
    OPTION_EXPLAIN = 'e',
    OPTION_CALL = 'c',
    OPTION_REPEAT = 'n',
    OPTION_WARM_UP = 'w',
    OPTION_SETTING = 256, /* + its number */
};

static void
print_help(void)
{
    printf("Usage: reftally run [OPTION]... [--] PROGRAM [ARGUMENT]...\n"
           "       reftally run --call=MODULE:FUNCTION [OPTION]... [--] "
           "[PYTHON [OPTION]...]\n"
           "Runs a program, records its reference counts, and prints the "
           "report on\nstandard error. The exit status is that of the "
           "program.\n\n"
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

/* libreftally.so of the build tree or of the installation; NULL: none. */
static char *
find_library(void)
{
    static const char *const places[] = {
        "%s/libreftally.so",
        "%s/.libs/libreftally.so",
        "%s/../lib/reftally/libreftally.so",
    };
    const char *given = getenv("REFTALLY_LIBRARY");
    char self[4096];
    ssize_t length;

    if (given != NULL && given[0] != '\0') {
        return access(given, R_OK) == 0 ? realpath(given, NULL) : NULL;
    }
    length = readlink("/proc/self/exe", self, sizeof self - 1);
    self[length > 0 ? length : 0] = '\0';
    if (strrchr(self, '/') != NULL) {
        *strrchr(self, '/') = '\0';
    }
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        /* Every pattern has exactly one %s. */
        const char *tail = places[i] + 2;
        char *path = memory_format("%s%s", self, tail);

        if (access(path, R_OK) == 0) {
            return path;
        }
        free(path);
    }
    return access(REFTALLY_LIBRARY_DIR "/libreftally.so", R_OK) == 0
               ? memory_text(REFTALLY_LIBRARY_DIR "/libreftally.so")
               : NULL;
}

static int
complain_library(void)
{
    const char *given = getenv("REFTALLY_LIBRARY");

    if (given != NULL && given[0] != '\0') {
        return complain(EXIT_USAGE,
                        "REFTALLY_LIBRARY names %s, which cannot be read: %s",
                        given, strerror(errno));
    }
    return complain(EXIT_USAGE,
                    "libreftally.so is neither beside this command nor "
                    "in " REFTALLY_LIBRARY_DIR
                    "; REFTALLY_LIBRARY may name it");
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

static int
run_and_report(char **argv, const struct output *output,
               const struct report_options *how, const char *specification)
{
    const char *setting = getenv("REFTALLY_OUTPUT");
    char *pattern = memory_text(setting != NULL && setting[0] != '\0'
                                    ? setting
                                    : settings_default("REFTALLY_OUTPUT"));
    time_t since = time(NULL);
    char *path = program_find(argv[0]);
    char *library = find_library();
    int status = program_examine(argv[0], path);
    char *ledger = NULL;
    pid_t pid;

    if (status == 0 && library == NULL) {
        status = complain_library();
    }
    else if (status == 0 && strpbrk(library, ": ") != NULL) {
        status = complain(EXIT_USAGE,
                          "LD_PRELOAD cannot name %s: there is a "
                          "colon or a space in it",
                          library);
    }
    else if (status == 0) {
        set_environment(library);
        if (program_run(path, argv, &pid, &status)) {
            ledger = ledger_find(pattern, pid, since);
            if (ledger == NULL) {
                complain(0,
                         "no ledger was written: %s is not a CPython "
                         "that can be recorded, or the library said why",
                         argv[0]);
            }
            else if (specification != NULL) {
                write_specified_reports(specification, ledger);
            }
            else {
                write_report(ledger, output, 1, how);
            }
        }
    }
    free(pattern);
    free(path);
    free(library);
    free(ledger);
    return status;
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
    enum { OWN = sizeof own / sizeof own[0] };
    struct option options[OWN + SETTINGS_COUNT + 1];
    char names[SETTINGS_COUNT][SETTING_NAME_BYTES];
    struct output output = { .format = render_find("text", 4),
                             .file = stderr,
                             .may_follow_links = true };
    const char *specification = NULL;
    struct report_options how = { .names = true };
    struct repeat repeat = { 0 };
    struct error error;
    char **program;
    int option;

    memset(options, 0, sizeof options);
    memcpy(options, own, sizeof own);
    for (int i = 0; i < SETTINGS_COUNT; i++) {
        options[OWN + i] =
            (struct option){ settings_flag(i, names[i]), required_argument,
                             NULL, OPTION_SETTING + i };
    }
    /* "+": what follows the program is the program's. */
    while ((option = getopt_long(argc, argv, "+h", options, NULL)) != -1) {
        switch (option) {
        case OPTION_HELP:
            print_help();
            return EXIT_CLEAN;
        case OPTION_FORMAT:
            if (choose_format(&output, "run", optarg) != EXIT_CLEAN) {
                return EXIT_USAGE;
            }
            break;
        case OPTION_REPORT_OUTPUT:
            output.path = optarg;
            break;
        case OPTION_EXPLAIN:
            how.explain = true;
            break;
        case OPTION_CALL:
            repeat.call = optarg;
            break;
        case OPTION_REPEAT:
            repeat.rounds = optarg;
            break;
        case OPTION_WARM_UP:
            repeat.warm_up = optarg;
            break;
        case '?':
            return EXIT_USAGE;
        default:
            if (!settings_check(option - OPTION_SETTING, optarg, &error)) {
                return complain_usage("run", "%s", error.text);
            }
            if (strcmp(settings_variable(option - OPTION_SETTING),
                       "REFTALLY_REPORT") == 0) {
                specification = optarg;
                break;
            }
            setenv(settings_variable(option - OPTION_SETTING), optarg, 1);
            break;
        }
    }
    program = argv + optind;
    if (!repeat_check(&repeat, &error)) {
        return complain_usage("run", "%s", error.text);
    }
    if (repeat.call != NULL) {
        program = repeat_program(&repeat, program);
        if (program == NULL) {
            return complain(EXIT_USAGE,
                            "repeat.py, which calls the function, is neither "
                            "beside this command nor where it is installed");
        }
    }
    else if (optind >= argc) {
        return complain_usage("run", "run needs a program");
    }
    return run_and_report(program, &output, &how, specification);
}
