#include "cli/commands/commands.h"

#include <dirent.h>
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/files/data_file.h"
#include "cli/process/program.h"
#include "cli/text/command_line.h"
#include "cli/text/complain.h"
#include "report/text/memory.h"

enum { STATUS_IMPOSSIBLE = 77 };

static void
print_help(void)
{
    puts("Usage: reftally selftest [PYTHON]\n"
         "Proves on this machine that every change is seen: the processor "
         "counts the\nwrites to the reference counts of many objects, and "
         "their number must be that\nof the changes observed. From CPython "
         "3.13 on, the interpreter announces births\nand deaths, too, and each "
         "must be in the ledger. PYTHON is the interpreter to\nrecord, python3 "
         "if none is given.\n\n"
         "  --help  print this\n\n"
         "Exit status: 0 equal, 1 different, 2 there is no such interpreter, "
         "77 not possible\nhere: the reason is printed, as when the kernel "
         "refuses the write counter.");
}

static void
remove_directory(const char *path)
{
    DIR *directory = opendir(path);
    struct dirent *entry;

    while (directory != NULL && (entry = readdir(directory)) != NULL) {
        unlinkat(dirfd(directory), entry->d_name, 0);
    }
    if (directory != NULL) {
        closedir(directory);
    }
    rmdir(path);
}

/*
 * glibc's string functions for AVX-512 store under a mask, and the processor
 * counts such a store for neighbouring bytes that it leaves alone.
 */
#define NO_MASKED_STORES "glibc.cpu.hwcaps=-AVX512VL,-AVX512BW"

/*
 * Runs `python first second` under the library, as anybody's program would be;
 * `second` may be NULL.
 */
static int
run_recorded(const char *python, const char *first, const char *second)
{
    const char *temporary = getenv("TMPDIR");
    char *directory = memory_format(
        "%s/reftally-selftest-XXXXXX",
        temporary != NULL && temporary[0] != '\0' ? temporary : "/tmp");
    char *output;
    int status;

    if (mkdtemp(directory) == NULL) {
        status = complain(EXIT_USAGE, "cannot make %s: %s", directory,
                          strerror(errno));
        free(directory);
        return status;
    }
    output = memory_format("--output=%s/%%p.ledger", directory);
    {
        char *arguments[] = {
            (char *)"run",
            output,
            (char *)"--track=all,static",
            (char *)"--stack=full",
            (char *)"--watch=0", /* the breakpoints are needed */
            (char *)"--report=none",
            (char *)"--",
            (char *)python,
            (char *)first,
            (char *)second,
            NULL,
        };

        setenv("GLIBC_TUNABLES", NO_MASKED_STORES, 1);
        optind = 0; /* getopt starts afresh */
        status = command_run(sizeof arguments / sizeof arguments[0] -
                                 (second != NULL ? 1 : 2),
                             arguments);
    }
    remove_directory(directory);
    if (status == EXIT_NOT_JUDGED || status == EXIT_UNSUPPORTED) {
        status = STATUS_IMPOSSIBLE; /* it has been said why */
    }
    free(output);
    free(directory);
    return status;
}

/* The status of one of the two programs, which prints what it finds. */
static int
prove(const char *python, const char *name)
{
    char *program = data_file_find("tests/coverage", name);
    int status;

    if (program == NULL) {
        return complain(
            STATUS_IMPOSSIBLE,
            "%s is neither beside this command nor where it is installed",
            name);
    }
    status = run_recorded(python, program, NULL);
    free(program);
    return status;
}

static bool
can_be_run(const char *python)
{
    char *path = program_find(python);
    bool fine = program_examine(python, path) == 0;

    free(path);
    return fine;
}

int
command_selftest(int argc, char **argv)
{
    static const struct command_line line = {
        .name = "selftest",
        .print_help = print_help,
        .most = 1,
        .wants = "takes one interpreter",
    };
    const char *python;
    int status, writes, lives;

    if (!command_line_read(&line, argc, argv, NULL, &status)) {
        return status;
    }
    python = optind < argc ? argv[optind] : "python3";
    if (!can_be_run(python)) {
        return EXIT_USAGE;
    }
    if (run_recorded(python, "-c", "pass") != EXIT_CLEAN) {
        return STATUS_IMPOSSIBLE; /* it has been said why */
    }
    writes = prove(python, "hardware.py");
    lives = prove(python, "announced.py");
    return lives == EXIT_CLEAN || lives == STATUS_IMPOSSIBLE ? writes : lives;
}
