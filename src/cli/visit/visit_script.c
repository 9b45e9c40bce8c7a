#include "cli/visit/visit_script.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cli/process/process_stop.h"
#include "report/text/memory.h"

enum { POLL_NS = 2000000 };

enum { PLEASE_STOP_BIT = 1 << 5 }; /* _PY_EVAL_PLEASE_STOP_BIT */

/* A module without content, which is no error of the host's. */
static const char script[] =
    "try:\n"
    "    import sys, _imp\n"
    "    _imp.create_dynamic(type(sys.implementation)(\n"
    "        name='reftally_%s', origin='%s'))\n"
    "except SystemError:\n"
    "    pass\n"
    "except ImportError as error:\n"
    "    with open('%s/complaint', 'w') as file:\n"
    "        file.write(str(error))\n";

/* Words of _Py_DebugOffsets, in their order. */
struct debugger {
    uint64_t breaker; /* in a thread's state */
    uint64_t support; /* the same */
    uint64_t enabled; /* in the interpreter's */
    uint64_t pending; /* in `support` */
    uint64_t path;    /* the same */
    uint64_t path_bytes;
};

/* Addresses in the process. */
struct place {
    uint64_t breaker, pending, path, path_bytes;
};

/* The newest interpreter comes first, the main one last. */
static uint64_t
main_interpreter(const struct visit_target *target)
{
    enum { MANY = 1 << 16 };
    const struct process *process = &target->process;
    uint64_t found = process_word(
        process, target->runtime + target->layout->state.interpreters);

    for (int i = 0; i < MANY; i++) {
        uint64_t next = process_word(
            process, found + target->layout->owners.interpreter_next);

        if (next == 0) {
            return found;
        }
        found = next;
    }
    return 0;
}

static bool
find_place(const struct visit_target *target, struct place *place,
           struct error *error)
{
    const struct process *process = &target->process;
    const struct calls_layout *at = &target->layout->calls;
    uint64_t interpreter = main_interpreter(target);
    uint64_t thread = process_word(
        process,
        interpreter + process_word(process, target->runtime + at->main_thread));
    struct debugger words;
    uint32_t enabled = 0;

    if (!process_read(process, target->runtime + at->debugger, &words,
                      sizeof words) ||
        interpreter == 0 || thread == 0) {
        return error_set(error, "process %d: it has no main thread",
                         (int)process->pid);
    }
    if (!process_read(process, interpreter + words.enabled, &enabled,
                      sizeof enabled) ||
        enabled != 1) {
        return error_set(error,
                         "process %d: it was told to take no scripts: start it "
                         "without PYTHON_DISABLE_REMOTE_DEBUG and "
                         "-X disable-remote-debug",
                         (int)process->pid);
    }
    place->breaker = thread + words.breaker;
    place->pending = thread + words.support + words.pending;
    place->path = thread + words.support + words.path;
    place->path_bytes = words.path_bytes;
    return true;
}

/* The script, as the process names it; to be freed. NULL: it is not there. */
static char *
write_script(const struct visit_target *target, const struct visit *visit,
             struct error *error)
{
    char *path = memory_format("%s/%s.py", visit->folder, visit->function);
    char *name = process_file(&target->process, path);
    FILE *file = fopen(name, "we");
    bool done = file != NULL && strpbrk(visit->library, "'\\\n") == NULL;

    if (done) {
        done = fprintf(file, script, visit->function, visit->library,
                       visit->folder) > 0 &&
               fchmod(fileno(file), 0644) == 0;
    }
    if (file != NULL) {
        done = fclose(file) == 0 && done;
    }
    if (!done) {
        error_set(error, "cannot write %s", name);
        free(path);
        path = NULL;
    }
    free(name);
    return path;
}

static void
remove_file(const struct visit_target *target, const char *path)
{
    char *name = process_file(&target->process, path);

    unlink(name);
    free(name);
}

/* Threads are stopped, or a bit that one of them sets would be lost. */
static bool
ask(const struct visit_target *target, const struct place *place,
    const char *path, struct error *error)
{
    static const uint32_t one = 1;
    const struct process *process = &target->process;
    size_t bytes = strlen(path) + 1;
    struct process_stop stop;
    uint32_t pending = 0;
    uint64_t breaker;
    bool done;

    if (bytes > place->path_bytes ||
        !process_stop_begin(&stop, process, error)) {
        return bytes <= place->path_bytes ||
               error_set(error, "the name %s is too long", path);
    }
    done = process_read(process, place->pending, &pending, sizeof pending) &&
           pending == 0 &&
           process_read(process, place->breaker, &breaker, sizeof breaker);
    if (done) {
        breaker |= PLEASE_STOP_BIT;
        done = process_write(process, place->path, path, bytes) &&
               process_write(process, place->pending, &one, sizeof one) &&
               process_write(process, place->breaker, &breaker, sizeof breaker);
    }
    process_stop_end(&stop);
    return done || error_set(error,
                             "process %d: it is about to run a script of "
                             "somebody else's",
                             (int)process->pid);
}

/* True: it had not begun, and does not any more. */
static bool
take_back(const struct visit_target *target, const struct place *place)
{
    static const uint32_t none = 0;
    struct process_stop stop;
    struct error ignored;
    uint32_t pending = 0;
    bool taken;

    if (!process_stop_begin(&stop, &target->process, &ignored)) {
        return false;
    }
    taken = process_read(&target->process, place->pending, &pending,
                         sizeof pending) &&
            pending == 1 &&
            process_write(&target->process, place->pending, &none, sizeof none);
    process_stop_end(&stop);
    return taken;
}

static bool
has_begun(const struct visit_target *target, const struct place *place)
{
    uint32_t pending = 0;

    return process_read(&target->process, place->pending, &pending,
                        sizeof pending) &&
           pending == 0;
}

bool
visit_by_script(const struct visit_target *target, const struct visit *visit,
                struct error *error)
{
    struct timespec moment = { .tv_nsec = POLL_NS };
    time_t end = time(NULL) + visit->seconds;
    struct place place;
    bool begun = false;
    char *path;

    if (!find_place(target, &place, error) ||
        (path = write_script(target, visit, error)) == NULL) {
        return false;
    }
    if (ask(target, &place, path, error)) {
        while (!(begun = has_begun(target, &place)) && time(NULL) <= end &&
               process_is_there(target->process.pid)) {
            nanosleep(&moment, NULL);
        }
        begun = begun || !take_back(target, &place);
        if (!begun) {
            visit_say_late(target, visit, error);
        }
    }
    begun = begun && visit_wait_answer(target, visit, error);
    remove_file(target, path);
    free(path);
    return begun;
}
