#include "cli/commands/commands.h"

#include <dirent.h>
#include <errno.h>
#include <linux/hw_breakpoint.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/files/ledger_find.h"
#include "cli/files/library.h"
#include "cli/files/runs.h"
#include "cli/process/process.h"
#include "cli/process/program.h"
#include "cli/text/command_line.h"
#include "cli/text/complain.h"
#include "cli/visit/visit_target.h"
#include "report/blame/analysis.h"
#include "report/compare/coverage.h"
#include "report/input/ledger_load.h"
#include "report/run/judgement.h"
#include "report/text/memory.h"
#include "report/text/words.h"

static const unsigned long long LEDGER_BYTES = 256ull << 20; /* by default */

static void
print_help(void)
{
    puts("Usage: reftally doctor [PYTHON]\n"
         "Says what this machine allows, and how to mend what it does not: "
         "records an\nempty program of that interpreter, python3 if none is "
         "given.\n\n"
         "  --help  print this\n\n"
         "Exit status: 0 all is well, 1 something is missing without which "
         "reports say\nless, 3 nothing can be recorded, 5 the interpreter is "
         "not supported.");
}

/* A line for one thing; returns whether it is well. */
static bool
say(bool well, const char *what, const char *about)
{
    printf("%-8s %-12s ", well ? "ok" : "missing", what);
    words_foreign(stdout, about);
    putchar('\n');
    return well;
}

static void
say_mend(const char *command)
{
    printf("%-8s %-12s %s\n", "", "  mend:", command);
}

/* Breakpoints tell who overwrites a slot; without them all else is the same. */
static bool
check_breakpoints(void)
{
    static uint64_t watched;
    struct perf_event_attr attributes = {
        .type = PERF_TYPE_BREAKPOINT,
        .size = sizeof attributes,
        .bp_type = HW_BREAKPOINT_W,
        .bp_addr = (uintptr_t)&watched,
        .bp_len = sizeof watched,
        .exclude_kernel = 1,
        .exclude_hv = 1,
    };
    int fd = (int)syscall(SYS_perf_event_open, &attributes, 0, -1, -1, 0);
    char *about;

    if (fd >= 0) {
        close(fd);
        return say(true, "breakpoints",
                   "slots that lose objects can be followed");
    }
    about = memory_format("perf_event_open: %s: who overwrites a slot is told "
                          "by the code only",
                          strerror(errno));
    say(false, "breakpoints", about);
    free(about);
    if (errno == EACCES || errno == EPERM) {
        say_mend("sysctl kernel.perf_event_paranoid=2 (as root; in a "
                 "container, also allow perf_event_open)");
    }
    return false;
}

static bool
is_limited(int resource)
{
    struct rlimit limit;

    return getrlimit(resource, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
}

static bool
check_limit(int resource, const char *what, const char *about, const char *mend)
{
    if (!is_limited(resource)) {
        return say(true, what, "not limited");
    }
    say(false, what, about);
    say_mend(mend);
    return false;
}

static bool
check_room(const char *folder)
{
    struct statvfs room;
    char *about;
    bool well;

    if (statvfs(folder, &room) != 0) {
        return say(false, "room", strerror(errno));
    }
    well = (unsigned long long)room.f_bavail * room.f_frsize >= LEDGER_BYTES;
    about =
        memory_format("%llu MiB are free in %s; a ledger may take %llu",
                      (unsigned long long)room.f_bavail * room.f_frsize >> 20,
                      folder, LEDGER_BYTES >> 20);
    say(well, "room", about);
    free(about);
    if (!well) {
        say_mend("reftally run --memory=64M, or --output=FOLDER/%p.ledger");
    }
    return well;
}

/* As for gdb: other processes of the same user. */
static void
check_attach(void)
{
    enum { SYS_PTRACE_BIT = 19 };
    char *capabilities = process_status(getpid(), "CapEff");
    bool capable =
        capabilities != NULL &&
        (strtoull(capabilities, NULL, 16) >> SYS_PTRACE_BIT & 1) != 0;
    int scope = visit_restriction();

    free(capabilities);
    if (scope == 0 || (capable && scope < 3)) {
        say(true, "attach",
            capable ? "to processes of everybody" : "to processes of your own");
        return;
    }
    say(false, "attach", "the kernel keeps processes from looking into others");
    say_mend(scope < 3 ? "sudo reftally attach PID, or, as root: sysctl "
                         "kernel.yama.ptrace_scope=0"
                       : "restart the machine with kernel.yama.ptrace_scope=0");
}

/* What a ledger says of names and of how much was judged. */
static bool
check_report(const struct ledger *ledger, const char *path)
{
    struct report report;
    struct coverage coverage;
    struct judgement judgement;
    bool well;

    analysis_build(&report, ledger,
                   &(struct analysis){ .path = path, .names = true });
    judgement_build(&judgement, &report);
    coverage_build(&coverage, &report);
    well = judgement.judged == JUDGED_WHOLE;
    say(well, "recording", well ? "complete" : judgement.gaps[0].text);
    if (coverage.hints.count == 0) {
        say(true, "names", "the interpreter's functions and lines are known");
    }
    for (size_t i = 0; i < coverage.hints.count; i++) {
        say(false, "names", coverage.hints.items[i]);
        well = false;
    }
    coverage_clear(&coverage);
    judgement_clear(&judgement);
    report_clear(&report);
    return well;
}

/* The only ledger of a folder; NULL: none was written. To be freed. */
static char *
find_ledger(const char *folder)
{
    DIR *directory = opendir(folder);
    struct dirent *entry;
    char *path = NULL;

    while (directory != NULL && path == NULL &&
           (entry = readdir(directory)) != NULL) {
        if (entry->d_name[0] != '.') {
            path = memory_format("%s/%s", folder, entry->d_name);
        }
    }
    if (directory != NULL) {
        closedir(directory);
    }
    return path;
}

/* Below a limit, a smaller ledger alone may still be too large. */
static const char *
mend_memory(void)
{
    return is_limited(RLIMIT_AS)     ? "ulimit -v unlimited"
           : is_limited(RLIMIT_DATA) ? "ulimit -d unlimited"
                                     : "REFTALLY_MEMORY=64M";
}

/* Why nothing was recorded, and what helps where something does. */
static int
say_stopped(const char *python, const char *version, enum reason reason)
{
    char *about =
        memory_format("%s%s%s: %s", version != NULL ? "CPython " : "",
                      version != NULL ? version : "",
                      version != NULL ? "" : python, reason_text(reason));
    bool interpreter = ledger_reason_is_interpreter(reason);

    say(false, interpreter ? "interpreter" : "recording", about);
    free(about);
    if (reason == REASON_JIT) {
        say_mend("PYTHON_JIT=0");
    }
    else if (interpreter) {
        say_mend("give a CPython 3.9 to 3.15: reftally doctor PYTHON");
    }
    else if (reason == REASON_NO_MEMORY) {
        say_mend(mend_memory());
    }
    return interpreter ? EXIT_UNSUPPORTED : EXIT_UNREADABLE;
}

/* A CPython of any version leaves a ledger where there is room for one. */
static int
say_unwritten(const char *python)
{
    if (is_limited(RLIMIT_AS) || is_limited(RLIMIT_DATA)) {
        say(false, "recording",
            "no ledger was written, and memory is limited: there may be no "
            "room for one");
        say_mend(mend_memory());
        return EXIT_UNREADABLE;
    }
    say(false, "interpreter", python);
    say_mend("give a CPython 3.9 to 3.15 of your own: reftally doctor PYTHON");
    return EXIT_UNREADABLE;
}

static int
judge_ledger(const char *python, const char *path)
{
    struct ledger ledger;
    struct error error;
    enum reason reason;
    char *version;
    int status;

    if (path == NULL) {
        return say_unwritten(python);
    }
    if (!ledger_load(&ledger, path, &error)) {
        say(false, "interpreter", error.text);
        say_mend("give a CPython 3.9 to 3.15 of your own: reftally doctor "
                 "PYTHON");
        return EXIT_UNREADABLE;
    }
    reason = (enum reason)ledger.header->reason;
    version = python_version(ledger.header->python_hexversion);
    if (ledger.header->end == LEDGER_STOPPED) {
        status = say_stopped(python, version, reason);
    }
    else {
        char *about = memory_format("CPython %s, %s",
                                    version != NULL ? version : "?", python);

        say(true, "interpreter", about);
        free(about);
        status = check_report(&ledger, path) ? EXIT_CLEAN : EXIT_FINDINGS;
    }
    free(version);
    ledger_close(&ledger);
    return status;
}

/* Records an empty program; returns what comes of it. */
static int
check_interpreter(const char *python, const char *library)
{
    char folder[] = "/tmp/reftally-doctor-XXXXXX";
    char *path = program_find(python), *output, *ledger;
    char *argv[] = { (char *)python, (char *)"-c", (char *)"pass", NULL };
    int status = program_examine(python, path);
    pid_t pid;

    if (status != 0 || mkdtemp(folder) == NULL) {
        say(false, "interpreter", status != 0 ? python : strerror(errno));
        say_mend("give a CPython 3.9 to 3.15: reftally doctor PYTHON");
        free(path);
        return EXIT_UNREADABLE;
    }
    output = memory_format("%s/%%p.ledger", folder);
    setenv("LD_PRELOAD", library, 1);
    setenv("REFTALLY_REPORT", "none", 1);
    setenv("REFTALLY_OUTPUT", output, 1);
    setenv("REFTALLY_CENSUS", "always", 1);
    program_run(path, argv, &pid, &status);
    unsetenv("LD_PRELOAD");
    ledger = find_ledger(folder);
    status = judge_ledger(python, ledger);
    if (ledger != NULL) {
        unlink(ledger);
    }
    rmdir(folder);
    free(ledger);
    free(output);
    free(path);
    return status;
}

int
command_doctor(int argc, char **argv)
{
    static const struct command_line line = {
        .name = "doctor",
        .print_help = print_help,
        .most = 1,
        .wants = "takes one interpreter",
    };
    struct error error;
    char *library;
    bool well;
    int status;

    if (!command_line_read(&line, argc, argv, NULL, &status)) {
        return status;
    }
    library = library_find(&error);
    if (library == NULL) {
        say(false, "library", error.text);
        say_mend("make install, or REFTALLY_LIBRARY=FILE");
        return EXIT_UNREADABLE;
    }
    say(true, "library", library);
    status =
        check_interpreter(optind < argc ? argv[optind] : "python3", library);
    free(library);
    well = check_breakpoints();
    well &= check_limit(RLIMIT_AS, "addresses",
                        "limited: a small table takes the place of the map",
                        "ulimit -v unlimited");
    well &= check_limit(RLIMIT_FSIZE, "file size",
                        "limited: a ledger that cannot grow ends the recording",
                        "ulimit -f unlimited");
    well &= check_room(runs_place());
    check_attach();
    return status != EXIT_CLEAN ? status : well ? EXIT_CLEAN : EXIT_FINDINGS;
}
