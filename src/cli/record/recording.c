#include "cli/record/recording.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cli/files/ledger_find.h"
#include "cli/files/library.h"
#include "cli/files/old_plans.h"
#include "cli/files/runs.h"
#include "cli/process/program.h"
#include "cli/record/confirm.h"
#include "cli/text/complain.h"
#include "cli/text/settings.h"
#include "report/text/memory.h"

static void
set_environment(const char *library)
{
    const char *others = getenv("LD_PRELOAD");
    size_t length = strlen(library);
    char *preload;

    if (others != NULL && strncmp(others, library, length) == 0 &&
        (others[length] == ':' || others[length] == '\0')) {
        return; /* the second run of two */
    }
    preload = others != NULL && others[0] != '\0'
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
          const struct recording *recording)
{
    if (ledger == NULL) {
        complain(0,
                 "not judged: no ledger was written, as %s is not a CPython "
                 "that can be recorded, or the library said why",
                 program);
    }
    else if (recording->specification != NULL) {
        write_specified_reports(recording->specification, ledger,
                                &recording->how);
    }
    else {
        write_report(ledger, &recording->output, 1, &recording->how);
    }
}

/* Where nobody said where it goes: beside its ledger, reftally.5.ledger.1 and
   reftally.5.1.txt, which are removed together. */
static void
report_beside(const char *ledger, const struct recording *recording)
{
    static const char ENDING[] = ".ledger";
    const char *slash = strrchr(ledger, '/');
    const char *at = strstr(slash != NULL ? slash : ledger, ENDING);
    const char *more = at != NULL ? at + sizeof ENDING - 1 : "";
    int length = (int)(at != NULL ? (size_t)(at - ledger) : strlen(ledger));
    struct output output = recording->output;
    struct report_options how = recording->how;
    char *line = NULL;
    char *path =
        memory_format("%.*s%s.%s", length, ledger, more, output.format->suffix);

    output.path = path;
    output.may_follow_links = false;
    how.line = &line;
    if (write_report(ledger, &output, 1, &how) == EXIT_CLEAN) {
        complain(0, "a process that was followed is %s: the report is %s", line,
                 path);
    }
    free(line);
    free(path);
}

/* Processes that were followed have a report each, in a file. */
static void
report_descendants(const struct recording *recording, const char *pattern,
                   const char *own, pid_t pid, uint64_t since_ns)
{
    const char *follow = getenv("REFTALLY_FOLLOW");
    size_t count = 0;
    char **names = NULL;

    if (own == NULL || follow == NULL || strcmp(follow, "1") != 0) {
        return;
    }
    count = ledger_find_descendants(pattern, pid, since_ns, &names);
    for (size_t i = 0; i < count; i++) {
        if (strcmp(names[i], own) != 0 && recording->specification == NULL) {
            report_beside(names[i], recording);
        }
        else if (strcmp(names[i], own) != 0) {
            write_specified_reports(recording->specification, names[i],
                                    &recording->how);
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

/* A ledger that cannot be written is told of before the program has run. */
static bool
can_be_made(const char *pattern, struct error *error)
{
    const char *slash = strrchr(pattern, '/');
    char *folder = memory_format(
        "%.*s", (int)(slash != NULL ? slash - pattern : 0), pattern);
    struct stat status;
    bool fine = true;

    if (stat(pattern, &status) == 0 && S_ISDIR(status.st_mode)) {
        fine = error_set(error,
                         "--output is '%s', which is a folder: %s/%%p.ledger "
                         "is a file in it",
                         pattern, pattern);
    }
    else if (folder[0] != '\0' && strchr(folder, '%') == NULL &&
             access(folder, W_OK | X_OK) != 0) {
        fine = error_set(error, "--output is '%s': %s: %s", pattern, folder,
                         strerror(errno));
    }
    free(folder);
    return fine;
}

/* To `pattern`, which is where the program's ledgers go. */
static int
record_to(const char *pattern, const struct recording *recording, char **argv,
          char **ledger)
{
    uint64_t since_ns = now_ns();
    char *path = program_find(argv[0]);
    int status = program_examine(argv[0], path);
    struct error error;
    char *library = status == 0 ? library_find(&error) : NULL;
    pid_t pid;

    if (status == 0 && library == NULL) {
        status = complain(EXIT_USAGE, "%s", error.text);
    }
    else if (status == 0) {
        set_environment(library);
        if (program_run(path, argv, &pid, &status)) {
            *ledger = ledger_find(pattern, pid, since_ns);
            report_on(argv[0], *ledger, recording);
            report_descendants(recording, pattern, *ledger, pid, since_ns);
            if (status == EXIT_CLEAN) {
                status = status_of(*ledger);
            }
        }
    }
    free(path);
    free(library);
    return status;
}

static bool
reports_nothing(const struct recording *recording)
{
    return recording->specification != NULL &&
           strcmp(recording->specification, "none") == 0;
}

/* Two runs; the report is that of the second, if there is anything to tell. */
static int
record_twice(const char *pattern, const struct recording *recording,
             char **argv, char **ledger)
{
    struct recording first = *recording;
    const char *what;
    int status;

    first.specification = "none";
    status = record_to(pattern, &first, argv, ledger);
    what = confirm_prepare(*ledger);
    if (what == NULL) {
        complain(0,
                 "there is no ledger of the first run, so there is no second");
        report_on(argv[0], *ledger, recording);
        return status;
    }
    complain(0,
             "the ledger of the first run is %s; the program is run again, %s",
             *ledger, what);
    free(*ledger);
    *ledger = NULL;
    return record_to(pattern, recording, argv, ledger);
}

int
record(const struct recording *recording, char **argv)
{
    const char *setting = getenv("REFTALLY_OUTPUT");
    const char *standard = settings_default("REFTALLY_OUTPUT");
    bool named = setting != NULL && setting[0] != '\0', kept;
    struct old_ledgers old_plans = { .silent = true };
    struct run run;
    struct error error;
    char *pattern, *ledger = NULL;
    int status;

    if (named && !can_be_made(setting, &error)) {
        return complain_usage("run", "%s", error.text);
    }
    kept = !named && runs_begin(&run, &error);
    if (kept) {
        setenv("REFTALLY_OUTPUT", run.pattern, 1);
    }
    else if (!named) {
        complain(0, "%s; the ledger goes to the current folder", error.text);
    }
    pattern = memory_text(named ? setting : kept ? run.pattern : standard);
    status = (recording->confirm ? record_twice : record_to)(pattern, recording,
                                                             argv, &ledger);
    if (kept && ledger != NULL && !reports_nothing(recording)) {
        complain(0, "the ledger is %s", ledger);
    }
    if (kept) {
        runs_end(&run);
    }
    old_plans_remove(&old_plans, OLD_PLANS_KEPT);
    free(pattern);
    free(ledger);
    return status;
}
