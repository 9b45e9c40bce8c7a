#include "cli/commands/commands.h"

#include <stdio.h>
#include <string.h>

#include "cli/text/complain.h"

#ifndef PACKAGE_VERSION
#define PACKAGE_VERSION "unknown"
#endif

static const struct {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *summary;
} commands[] = {
    { "run", command_run, "run a program, record it, print the report" },
    { "attach", command_attach, "record a process that runs already" },
    { "detach", command_detach, "leave a process that was attached to" },
    { "report", command_report, "make a report from a ledger" },
    { "check", command_check, "fail on findings that nobody knows of" },
    { "diff", command_diff, "say what grew between two ledgers" },
    { "dump", command_dump, "print every record of a ledger" },
    { "sites", command_sites, "say what can be instrumented in a binary" },
    { "learn", command_learn, "print what balanced lives teach" },
    { "top", command_top, "show what is alive, and how it grows" },
    { "clean", command_clean, "remove ledgers that recordings left" },
    { "doctor", command_doctor, "say what this machine allows" },
    { "selftest", command_selftest, "prove that every change is seen here" },
};

enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] };

static void
print_help(FILE *file)
{
    fputs("Usage: reftally COMMAND [OPTION]... [ARGUMENT]...\n"
          "Finds the call site that took a Python reference which nobody "
          "gave back.\n\n",
          file);
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        fprintf(file, "  %-10s %s\n", commands[i].name, commands[i].summary);
    }
    fputs("\n  --version  print the version\n"
          "  --help     print this; `reftally COMMAND --help' tells more\n\n"
          "Exit status: 0 fine, 1 findings (where a command checks for "
          "them),\n2 usage, 3 unreadable input, 4 not judged, 5 an interpreter "
          "that is not\nsupported. `run' passes on the status of the "
          "program.\n",
          file);
}

int
main(int argc, char **argv)
{
    char *help[] = { argv[0], argc == 3 ? argv[2] : NULL, "--help", NULL };

    if (argc < 2) {
        print_help(stderr);
        return EXIT_USAGE;
    }
    if (argc > 3 && strcmp(argv[1], "help") == 0) {
        return complain_usage(NULL, "help takes one command");
    }
    if (argc == 3 && strcmp(argv[1], "help") == 0 &&
        strcmp(argv[2], "--help") != 0) {
        argv = help; /* as `reftally COMMAND --help' */
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 ||
        strcmp(argv[1], "help") == 0) {
        print_help(stdout);
        return EXIT_CLEAN;
    }
    if (strcmp(argv[1], "--version") == 0) {
        puts("reftally " PACKAGE_VERSION);
        return EXIT_CLEAN;
    }
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        if (strcmp(argv[1], commands[i].name) == 0) {
            static char called[32]; /* getopt begins its lines with it */

            snprintf(called, sizeof called, "reftally %s", argv[1]);
            argv[1] = called;
            return commands[i].run(argc - 1, argv + 1);
        }
    }
    return complain_usage(NULL, "there is no command '%s'", argv[1]);
}
