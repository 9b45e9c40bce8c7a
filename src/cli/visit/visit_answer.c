#include "cli/visit/visit_answer.h"

#include <reftally/attach.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "report/text/memory.h"

enum {
    ANSWER_SECONDS = 120, /* plans are made, and many images patched */
    UNLOAD_SECONDS = 5,
    POLL_NS = 2000000,
};

bool
visit_forget_answer(const struct visit_target *target,
                    const struct visit *visit, struct error *error)
{
    uint64_t answer =
        visit_target_symbol(target, visit->library, REFTALLY_ANSWER_SYMBOL);

    return answer == 0 || process_write(&target->process, answer, "", 1) ||
           error_set(error, "process %d may not be written to",
                     (int)target->process.pid);
}

static bool
read_answer(const struct visit_target *target, uint64_t at,
            char answer[REFTALLY_ANSWER_BYTES])
{
    bool given =
        process_read(&target->process, at, answer, REFTALLY_ANSWER_BYTES) &&
        answer[0] != '\0';

    answer[REFTALLY_ANSWER_BYTES - 1] = '\0';
    return given;
}

/* A script could not do what it was asked for; it says why. */
static bool
complains(const struct visit_target *target, const struct visit *visit,
          struct error *error)
{
    char *path = memory_format("%s/complaint", visit->folder);
    char *name = process_file(&target->process, path), words[256];
    FILE *file = fopen(name, "re");
    size_t got = 0;

    if (file != NULL) {
        got = fread(words, 1, sizeof words - 1, file);
        fclose(file);
        unlink(name);
        words[got] = '\0';
        error_set(error, "process %d: %s", (int)target->process.pid, words);
    }
    free(name);
    free(path);
    return file != NULL;
}

bool
visit_wait_answer(const struct visit_target *target, const struct visit *visit,
                  struct error *error)
{
    struct timespec moment = { .tv_nsec = POLL_NS };
    time_t end =
        time(NULL) + (visit->unloads ? UNLOAD_SECONDS : ANSWER_SECONDS);
    char answer[REFTALLY_ANSWER_BYTES];

    while (time(NULL) <= end && process_is_there(target->process.pid)) {
        uint64_t at =
            visit_target_symbol(target, visit->library, REFTALLY_ANSWER_SYMBOL);

        if (at == 0 && visit->unloads) {
            return true;
        }
        if (at != 0 && read_answer(target, at, answer)) {
            return strcmp(answer, REFTALLY_ANSWER_DONE) == 0 ||
                   error_set(error, "process %d: %s", (int)target->process.pid,
                             answer);
        }
        if (complains(target, visit, error)) {
            return false;
        }
        nanosleep(&moment, NULL);
    }
    return error_set(error, "process %d: it does not answer any more",
                     (int)target->process.pid);
}

bool
visit_say_late(const struct visit_target *target, const struct visit *visit,
               struct error *error)
{
    pid_t pid = target->process.pid;

    if (!process_is_there(pid)) {
        return error_set(error, "process %d has ended", (int)pid);
    }
    return error_set(error,
                     "process %d: its main thread did not come to Python code "
                     "in %u seconds; nothing was changed. Try again with "
                     "--wait=SECONDS, or while it works",
                     (int)pid, visit->seconds);
}
