#include "cli/judgement/living.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cli/process/process.h"
#include "cli/text/complain.h"
#include "cli/text/progress.h"
#include "report/blame/analysis.h"
#include "report/input/ledger_load.h"
#include "report/text/memory.h"

enum {
    WAIT_SECONDS = 60,
    SLEEP_SECONDS = 10, /* one of which no thread runs for so long is idle:
                           looked at once a second */
    POLL_NS = 20000000,
};

/* What came of a question. */
enum answer { ANSWER_GIVEN, ANSWER_NONE, ANSWER_IDLE };

static bool
read_header(int fd, struct ledger_header *header)
{
    static const char magic[8] = LEDGER_MAGIC;

    return pread(fd, header, sizeof *header, 0) == sizeof *header &&
           memcmp(header->magic, magic, sizeof magic) == 0 &&
           header->version == LEDGER_VERSION;
}

/* Only what an earlier question left behind is taken away. */
static void
remove_snapshot(const char *path)
{
    struct stat status;

    if (lstat(path, &status) == 0 && S_ISREG(status.st_mode) &&
        status.st_uid == geteuid()) {
        unlink(path);
    }
}

static uint32_t
read_answer(int fd)
{
    uint32_t answered = 0;

    return pread(fd, &answered, sizeof answered,
                 offsetof(struct ledger_header, answered)) == sizeof answered
               ? answered
               : 0;
}

/* Since when no thread has run. */
struct sleep {
    int64_t sleeps;
    time_t since, looked;
};

static bool
is_idle(struct sleep *sleep, const struct ledger_header *header, time_t now)
{
    int64_t sleeps;

    if (now == sleep->looked) {
        return false;
    }
    sleeps = process_sleeps((pid_t)header->pid);
    if (sleeps < 0 || sleeps != sleep->sleeps) {
        sleep->since = now;
    }
    sleep->sleeps = sleeps;
    sleep->looked = now;
    return now - sleep->since > SLEEP_SECONDS;
}

static enum answer
ask(int fd, const struct ledger_header *header)
{
    uint32_t asked = header->asked + 1;
    struct timespec moment = { .tv_nsec = POLL_NS };
    time_t end = time(NULL) + WAIT_SECONDS;
    struct sleep sleep = { .sleeps = -1 };

    progress_set("asking the process who owns what");
    if (pwrite(fd, &asked, sizeof asked,
               offsetof(struct ledger_header, asked)) != sizeof asked) {
        return ANSWER_NONE;
    }
    while (read_answer(fd) != asked) {
        time_t now = time(NULL);
        bool idle = is_idle(&sleep, header, now);

        if (idle || now > end || !analysis_still_runs(header)) {
            return read_answer(fd) == asked ? ANSWER_GIVEN
                   : idle                   ? ANSWER_IDLE
                                            : ANSWER_NONE;
        }
        nanosleep(&moment, NULL);
    }
    return ANSWER_GIVEN;
}

static void
complain_of_none(bool idle, const struct ledger_header *header)
{
    complain(0,
             idle ? "process %llu waits, and answers when it runs Python code "
                    "next: have it do something, and ask again"
                  : "process %llu gave no answer: it runs no Python code, or "
                    "has no room for a copy of its ledger",
             (unsigned long long)header->pid);
}

/* The name of the snapshot, to be freed; NULL: there is none. */
static char *
find_snapshot(const char *path)
{
    struct ledger_header *header =
        (struct ledger_header *)memory_zeroed(1, sizeof *header);
    int fd = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    enum answer answer;
    char *name = NULL;

    if (fd >= 0 && read_header(fd, header) && header->end == LEDGER_RUNNING &&
        header->sealed == LEDGER_NOT_SEALED &&
        header->start != LEDGER_NOT_STARTED && analysis_still_runs(header)) {
        name = memory_format("%s.now", path);
        remove_snapshot(name);
        answer = ask(fd, header);
        if (answer != ANSWER_GIVEN) {
            complain_of_none(answer == ANSWER_IDLE, header);
            free(name);
            name = NULL;
        }
    }
    if (fd >= 0) {
        close(fd);
    }
    free(header);
    return name;
}

bool
living_load(struct ledger *ledger, const char *path, struct error *error)
{
    char *snapshot = find_snapshot(path);
    bool loaded;

    progress_set("reading the ledger");
    loaded = snapshot != NULL && ledger_load(ledger, snapshot, error);
    if (snapshot != NULL) {
        remove_snapshot(snapshot);
        free(snapshot);
    }
    return loaded || ledger_load(ledger, path, error);
}

bool
living_keep(struct ledger *ledger, const char *path, const char *keep,
            struct error *error)
{
    char *snapshot = find_snapshot(path);
    bool kept;

    if (snapshot == NULL) {
        return error_set(error,
                         "--keep is for a process that is alive and answers: "
                         "%s is what there is",
                         path);
    }
    progress_set("reading the ledger");
    kept = rename(snapshot, keep) == 0 ||
           error_set(error, "cannot keep it as %s: %s", keep, strerror(errno));
    if (!kept) {
        remove_snapshot(snapshot);
    }
    free(snapshot);
    return kept && ledger_load(ledger, keep, error);
}
