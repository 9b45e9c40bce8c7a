#include "cli/cli.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

#include "cli/settings.h"
#include "report/memory.h"

#ifndef REFTALLY_LIBRARY_DIR
#define REFTALLY_LIBRARY_DIR "/usr/lib/reftally"
#endif

/* As env(1) and the shells have it. */
enum { STATUS_NOT_EXECUTABLE = 126, STATUS_NOT_FOUND = 127 };

enum {
    OPTION_HELP = 'h',
    OPTION_FORMAT = 'f',
    OPTION_REPORT_OUTPUT = 'r',
    OPTION_SETTING = 256, /* + its number */
};

static volatile sig_atomic_t child_pid;

static void
pass_on(int number)
{
    if (child_pid > 0) {
        kill((pid_t)child_pid, number);
    }
}

static void
print_help(void)
{
    printf("Usage: reftally run [OPTION]... [--] PROGRAM [ARGUMENT]...\n"
           "Runs a program, records its reference counts, and prints the "
           "report on\nstandard error. The exit status is that of the "
           "program.\n\n"
           "  --format=FORMAT       of the report: %s; default text\n"
           "  --report-output=FILE  write the report there\n"
           "  --help                print this\n\n"
           "Settings, each also an environment variable:\n",
           render_formats());
    settings_print(stdout);
    puts("\nWith --report, the report goes to the files named there, and "
         "--report=none\nwrites none.");
}

/* The full path of `program`, as execvp would find it; NULL with errno. */
static char *
find_program(const char *program)
{
    const char *path = getenv("PATH");
    int problem = ENOENT;

    if (strchr(program, '/') != NULL) {
        return memory_text(program);
    }
    path = path != NULL ? path : "/bin:/usr/bin";
    for (;;) {
        size_t length = strcspn(path, ":");
        char *candidate = memory_format("%.*s%s%s", (int)length, path,
                                        length > 0 ? "/" : "./", program);
        struct stat status;

        if (stat(candidate, &status) == 0 && S_ISREG(status.st_mode)) {
            if (access(candidate, X_OK) == 0) {
                return candidate;
            }
            problem = EACCES;
        }
        free(candidate);
        if (path[length] == '\0') {
            break;
        }
        path += length + 1;
    }
    errno = problem;
    return NULL;
}

/* 0, or the exit status after having said why it cannot be run. */
static int
examine_program(const char *name, const char *path)
{
    struct stat status;
    char capabilities[8];

    if (path == NULL || stat(path, &status) != 0) {
        return errno == EACCES
                   ? complain(STATUS_NOT_EXECUTABLE,
                              "cannot run %s: permission denied", name)
                   : complain(STATUS_NOT_FOUND, "cannot run %s: not found",
                              name);
    }
    if (S_ISDIR(status.st_mode)) {
        return complain(STATUS_NOT_EXECUTABLE,
                        "cannot run %s: it is a directory", name);
    }
    if (access(path, X_OK) != 0) {
        return complain(STATUS_NOT_EXECUTABLE,
                        "cannot run %s: it is not executable", name);
    }
    if ((status.st_mode & (S_ISUID | S_ISGID)) != 0) {
        return complain(STATUS_NOT_EXECUTABLE,
                        "cannot record %s: it is set-user-ID or "
                        "set-group-ID, and the system ignores LD_PRELOAD "
                        "there",
                        path);
    }
    if (getxattr(path, "security.capability", capabilities,
                 sizeof capabilities) > 0 ||
        errno == ERANGE) {
        return complain(STATUS_NOT_EXECUTABLE,
                        "cannot record %s: it has file capabilities, and "
                        "the system ignores LD_PRELOAD there",
                        path);
    }
    return 0;
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

/* In the child: becomes the program, or tells the parent why not. */
static void
become(const char *path, char **argv, int report_fd)
{
    int problem;

    execv(path, argv);
    problem = errno;
    if (write(report_fd, &problem, sizeof problem) < 0) {
        /* The parent then sees the status alone. */
    }
    _exit(STATUS_NOT_EXECUTABLE);
}

static int
wait_for(pid_t pid)
{
    int status = 0;

    while (waitpid(pid, &status, 0) < 0) {
        if (errno != EINTR) {
            return EXIT_USAGE;
        }
    }
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

/* Runs the program to its end. Returns false if it could not be started. */
static bool
run_program(const char *path, char **argv, pid_t *pid, int *status)
{
    struct sigaction forward = { .sa_handler = pass_on,
                                 .sa_flags = SA_RESTART };
    void (*old_interrupt)(int) = signal(SIGINT, SIG_IGN);
    void (*old_quit)(int) = signal(SIGQUIT, SIG_IGN);
    int pipe_fds[2], problem = 0;
    ssize_t got;

    if (pipe2(pipe_fds, O_CLOEXEC) != 0 || (*pid = fork()) < 0) {
        complain(EXIT_USAGE, "cannot start %s: %s", path, strerror(errno));
        *status = STATUS_NOT_EXECUTABLE;
        return false;
    }
    if (*pid == 0) {
        close(pipe_fds[0]);
        signal(SIGINT, old_interrupt);
        signal(SIGQUIT, old_quit);
        become(path, argv, pipe_fds[1]);
    }
    child_pid = *pid;
    sigaction(SIGTERM, &forward, NULL);
    sigaction(SIGHUP, &forward, NULL);
    close(pipe_fds[1]);
    do {
        got = read(pipe_fds[0], &problem, sizeof problem);
    } while (got < 0 && errno == EINTR);
    close(pipe_fds[0]);
    *status = wait_for(*pid);
    child_pid = 0;
    signal(SIGTERM, SIG_DFL);
    signal(SIGHUP, SIG_DFL);
    signal(SIGINT, old_interrupt);
    signal(SIGQUIT, old_quit);
    if (got == sizeof problem) {
        complain(STATUS_NOT_EXECUTABLE, "cannot run %s: %s", path,
                 strerror(problem));
        return false;
    }
    return true;
}

/* Does `name` come from `pattern`, with any process id for %p? */
static bool
matches(const char *pattern, const char *name)
{
    while (*pattern != '\0') {
        if (strncmp(pattern, "%p", 2) == 0) {
            if (!isdigit((unsigned char)*name)) {
                return false;
            }
            while (isdigit((unsigned char)*name)) {
                name++;
            }
            pattern += 2;
        }
        else if (*pattern++ != *name++) {
            return false;
        }
    }
    return *name == '\0';
}

/*
 * The program may have been a script that started Python: its ledger bears
 * another number. Takes what matches the pattern and is newer than `since`.
 */
static char *
find_other_ledger(const char *pattern, time_t since)
{
    const char *slash = strrchr(pattern, '/');
    char *folder =
        slash != NULL
            ? memory_format("%.*s", (int)(slash - pattern + 1), pattern)
            : memory_text("./");
    const char *last = slash != NULL ? slash + 1 : pattern;
    DIR *directory = strchr(folder, '%') == NULL ? opendir(folder) : NULL;
    char *found = NULL;
    time_t newest = 0;
    struct dirent *entry;

    while (directory != NULL && (entry = readdir(directory)) != NULL) {
        struct stat status;
        char *path;

        if (!matches(last, entry->d_name)) {
            continue;
        }
        path =
            memory_format("%s%s", slash != NULL ? folder : "", entry->d_name);
        if (lstat(path, &status) == 0 && S_ISREG(status.st_mode) &&
            status.st_mtime >= since && status.st_mtime >= newest) {
            newest = status.st_mtime;
            free(found);
            found = path;
        }
        else {
            free(path);
        }
    }
    if (directory != NULL) {
        closedir(directory);
    }
    free(folder);
    return found;
}

static char *
find_ledger(const char *pattern, pid_t pid, time_t since)
{
    char *path = expand_pattern(pattern, (long)pid);
    struct stat status;

    /* The library never writes over a file: an older one is not ours. */
    if (lstat(path, &status) == 0 && status.st_mtime >= since) {
        return path;
    }
    free(path);
    return find_other_ledger(pattern, since);
}

static int
run_and_report(char **argv, const struct output *output,
               const char *specification)
{
    const char *setting = getenv("REFTALLY_OUTPUT");
    char *pattern = memory_text(setting != NULL && setting[0] != '\0'
                                    ? setting
                                    : settings_default("REFTALLY_OUTPUT"));
    time_t since = time(NULL);
    char *path = find_program(argv[0]);
    char *library = find_library();
    int status = examine_program(argv[0], path);
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
        if (run_program(path, argv, &pid, &status)) {
            ledger = find_ledger(pattern, pid, since);
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
                write_report(ledger, output, 1, true);
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
    };
    enum { OWN = sizeof own / sizeof own[0] };
    struct option options[OWN + SETTINGS_COUNT + 1];
    char names[SETTINGS_COUNT][SETTING_NAME_BYTES];
    struct output output = { .render = render_text,
                             .file = stderr,
                             .may_follow_links = true };
    const char *specification = NULL;
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
        struct error error;

        switch (option) {
        case OPTION_HELP:
            print_help();
            return EXIT_CLEAN;
        case OPTION_FORMAT:
            output.render = render_find(optarg, strlen(optarg));
            if (output.render == NULL) {
                return complain_usage("run",
                                      "there is no format '%s', allowed are "
                                      "%s",
                                      optarg, render_formats());
            }
            break;
        case OPTION_REPORT_OUTPUT:
            output.path = optarg;
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
    if (optind >= argc) {
        return complain_usage("run", "run needs a program");
    }
    return run_and_report(argv + optind, &output, specification);
}
