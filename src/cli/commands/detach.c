#include "cli/commands/detach.h"

#include <fcntl.h>
#include <reftally/ledger_format.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/commands/commands.h"
#include "cli/process/process_ledger.h"
#include "cli/text/command_line.h"
#include "cli/text/complain.h"
#include "cli/text/progress.h"
#include "cli/visit/departure.h"
#include "report/text/memory.h"

enum {
    FINISH_SECONDS = 40, /* a census has its own limit */
    POLL_NS = 20000000,
    WAIT_SECONDS = 30,
};

/* A child of the process does it. */
static bool
wait_for_ledger(const char *path)
{
    struct ledger_header *header = memory_zeroed(1, sizeof *header);
    struct timespec moment = { .tv_nsec = POLL_NS };
    time_t end = time(NULL) + FINISH_SECONDS;
    bool finished = false;

    progress_set("finding out who owns what");
    while (!finished && time(NULL) <= end &&
           process_ledger_header(path, header)) {
        finished = header->end != LEDGER_RUNNING;
        if (!finished) {
            nanosleep(&moment, NULL);
        }
    }
    progress_set(NULL);
    free(header);
    return finished;
}

bool
detach_process(const struct visit_target *target,
               const struct attach_copy *copy, unsigned seconds,
               struct error *error)
{
    struct visit visit = { .library = copy->library,
                           .folder = copy->folder,
                           .function = "detach",
                           .seconds = seconds };
    char *ledger = process_ledger(target->process.pid);
    char *path = ledger == NULL ? NULL : process_file(&target->process, ledger);
    bool done = visit_make(target, &visit, error);

    if (done && path != NULL && !wait_for_ledger(path)) {
        complain(0,
                 "the ledger %s was not finished: what is alive is not "
                 "in it",
                 ledger);
    }
    if (done) {
        done = departure_make(target, copy, seconds, error);
        attach_copy_remove(copy, target);
    }
    free(path);
    free(ledger);
    return done;
}

static void
print_help(void)
{
    printf("Usage: reftally detach [--wait=SECONDS] PID\n"
           "Ends the recording of a process that reftally attach began, which "
           "goes on as\nit was before, and names its ledger.\n\n"
           "  --wait=SECONDS  for the main thread to come to Python code; "
           "default %d\n"
           "  --help          print this\n\n"
           "Exit status: 0 done, 2 usage, 3 it could not be done.\n",
           WAIT_SECONDS);
}

static int
detach(pid_t pid, unsigned seconds)
{
    struct visit_target target;
    struct attach_copy copy;
    struct error error;
    char *ledger;
    int status = EXIT_CLEAN;

    if (!visit_target_open(&target, pid, &error)) {
        return complain(EXIT_UNREADABLE, "%s", error.text);
    }
    ledger = process_ledger(pid);
    if (!attach_copy_find(&copy, &target)) {
        status =
            complain(EXIT_UNREADABLE,
                     "process %d is not attached to: nothing to do", (int)pid);
    }
    else if (!detach_process(&target, &copy, seconds, &error)) {
        status = complain(EXIT_UNREADABLE, "%s", error.text);
    }
    else if (ledger != NULL) {
        printf("detached from process %d: reftally report %s\n", (int)pid,
               ledger);
    }
    free(ledger);
    attach_copy_clear(&copy);
    visit_target_close(&target);
    return status;
}

static int
take_option(void *request, int option, const char *value)
{
    (void)option;
    return command_line_seconds("detach", "wait", value, request);
}

int
command_detach(int argc, char **argv)
{
    static const struct option options[] = {
        { "help", no_argument, NULL, 'h' },
        { "wait", required_argument, NULL, 'w' },
        { 0 },
    };
    static const struct command_line line = {
        .name = "detach",
        .print_help = print_help,
        .options = options,
        .take = take_option,
        .least = 1,
        .most = 1,
        .wants = "needs a process id",
    };
    unsigned seconds = WAIT_SECONDS;
    pid_t pid;
    int status;

    if (!command_line_read(&line, argc, argv, &seconds, &status)) {
        return status;
    }
    status = command_line_process("detach", argv[optind], &pid);
    return status == EXIT_CLEAN ? detach(pid, seconds) : status;
}
