/*
 * attach - the library is loaded into a process that runs, and begins.
 */
#include "cli/commands/commands.h"

#include <reftally/attach.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "arch/filter.h"
#include "cli/commands/detach.h"
#include "cli/judgement/write_report.h"
#include "cli/process/process_ledger.h"
#include "cli/record/attach_request.h"
#include "cli/record/attach_run.h"
#include "cli/text/complain.h"
#include "cli/text/progress.h"
#include "cli/visit/attach_copy.h"
#include "cli/visit/departure.h"
#include "cli/visit/visit.h"
#include "report/text/memory.h"

enum { PLAN_SECONDS = 25, POLL_NS = 5000000 };

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
record_for(const struct attach_request *request,
           const struct visit_target *target, const struct attach_copy *copy,
           const char *ledger)
{
    const struct report_options how = { .names = true };
    struct error error;
    int status;

    wait_out(target, request->duration);
    if (process_is_there(target->process.pid) &&
        !detach_process(target, copy, request->wait, &error)) {
        complain(0, "%s", error.text);
    }
    status = write_report(ledger, &request->output, 1, &how);
    if (!request->named) {
        complain(0, "the ledger is %s", ledger);
    }
    return status;
}

/*
 * What takes a second is done by a copy of the process; where that cannot be,
 * it is done later.
 */
static void
prepare(const struct attach_request *request, const struct visit_target *target,
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

/* The process is as it was before. */
static int
give_up(const struct attach_request *request, const struct visit_target *target,
        const struct attach_copy *copy, const struct error *why)
{
    complain(0, "%s", why->text);
    if (process_is_there(target->process.pid) &&
        !departure_is_complete(target, copy, request->wait)) {
        complain(0, "the library stays loaded in process %d, and does nothing",
                 (int)target->process.pid);
    }
    attach_copy_remove(copy, target);
    return EXIT_UNREADABLE;
}

static int
begin(const struct attach_request *request, const struct visit_target *target,
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
        return give_up(request, target, copy, &error);
    }
    ledger = process_ledger(target->process.pid);
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

/* The folder of its ledger is there. */
static int
load(const struct attach_request *request, const struct visit_target *target)
{
    struct attach_copy copy;
    struct error error;
    int status;

    if (!attach_copy_make(&copy, target, request->settings, request->count,
                          &error)) {
        return complain(EXIT_UNREADABLE, "%s", error.text);
    }
    status = begin(request, target, &copy);
    attach_copy_clear(&copy);
    return status;
}

static int
attach(struct attach_request *request)
{
    struct visit_target target;
    struct error error;
    struct run run;
    bool kept;
    int status;

    if (!visit_target_open(&target, request->pid, &error)) {
        return complain(EXIT_UNREADABLE, "%s", error.text);
    }
    if (is_recorded(&target)) {
        status = complain(EXIT_UNREADABLE,
                          "process %d is recorded already: reftally detach %d",
                          (int)request->pid, (int)request->pid);
    }
    else {
        kept = attach_run_begin(&run, request, &target);
        status = load(request, &target);
        if (kept) {
            runs_end(&run);
        }
    }
    visit_target_close(&target);
    return status;
}

int
command_attach(int argc, char **argv)
{
    struct attach_request request;
    int status;

    if (attach_request_read(&request, argc, argv, &status)) {
        status = attach(&request);
    }
    attach_request_clear(&request);
    return status;
}
