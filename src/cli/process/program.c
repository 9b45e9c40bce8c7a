#include "cli/process/program.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "cli/text/complain.h"
#include "report/text/memory.h"

/* As env(1) and the shells have it. */
enum { STATUS_NOT_EXECUTABLE = 126, STATUS_NOT_FOUND = 127 };

static volatile sig_atomic_t child_pid;

static void
pass_on(int number)
{
    if (child_pid > 0) {
        kill((pid_t)child_pid, number);
    }
}

char *
program_find(const char *program)
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

int
program_examine(const char *name, const char *path)
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

bool
program_run(const char *path, char **argv, pid_t *pid, int *status)
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
