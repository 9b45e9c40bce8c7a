#include "cli/visit/departure.h"

#include <string.h>
#include <time.h>

#include "cli/process/process_stop.h"

enum {
    TRIES = 20,
    APART_NS = 20000000,
    HANDLERS_NS = 500000000, /* for a thread to come out of a signal handler */
};

/* Where its mappings begin and end. */
static bool
find_library(const struct process *process, const char *library,
             uint64_t *start, uint64_t *end)
{
    *start = UINT64_MAX;
    *end = 0;
    for (size_t i = 0; i < process->count; i++) {
        const struct process_mapping *mapping = &process->mappings[i];

        if (strcmp(mapping->path, library) == 0) {
            *start = mapping->start < *start ? mapping->start : *start;
            *end = mapping->end > *end ? mapping->end : *end;
        }
    }
    return *start < *end;
}

static bool
nobody_is_inside(const struct process *process, uint64_t start, uint64_t end)
{
    struct timespec apart = { .tv_nsec = APART_NS };
    struct process_stop stop;
    struct error ignored;
    bool outside = false;

    for (int i = 0; i < TRIES && !outside; i++) {
        if (!process_stop_begin(&stop, process, &ignored)) {
            return false;
        }
        outside = process_stop_is_outside(&stop, start, end);
        process_stop_end(&stop);
        if (!outside) {
            nanosleep(&apart, NULL);
        }
    }
    return outside;
}

static bool
is_loaded(pid_t pid, const char *library)
{
    struct process now;
    struct error ignored;
    uint64_t start, end;
    bool found;

    if (!process_open(&now, pid, &ignored)) {
        return false;
    }
    found = find_library(&now, library, &start, &end);
    process_close(&now);
    return found;
}

/* Where a thread may still be in it, or it says that it is needed, it stays. */
static void
unload(const struct visit_target *target, const struct visit *released)
{
    struct visit visit = *released;
    struct process now;
    struct error ignored;
    uint64_t start, end;
    bool may;

    visit.function = "unload";
    visit.unloads = true;
    if (!process_open(&now, target->process.pid, &ignored)) {
        return;
    }
    may = find_library(&now, visit.library, &start, &end) &&
          nobody_is_inside(&now, start, end);
    process_close(&now);
    if (may) {
        visit_make(target, &visit, &ignored);
    }
}

bool
departure_make(const struct visit_target *target,
               const struct attach_copy *copy, unsigned seconds,
               struct error *error)
{
    struct visit visit = { .library = copy->library,
                           .folder = copy->folder,
                           .function = "release",
                           .seconds = seconds };
    struct timespec apart = { .tv_nsec = HANDLERS_NS };

    nanosleep(&apart, NULL);
    if (!visit_make(target, &visit, error)) {
        return false;
    }
    nanosleep(&apart, NULL);
    unload(target, &visit);
    return true;
}

bool
departure_is_complete(const struct visit_target *target,
                      const struct attach_copy *copy, unsigned seconds)
{
    struct error ignored;

    if (is_loaded(target->process.pid, copy->library)) {
        departure_make(target, copy, seconds, &ignored);
    }
    return !is_loaded(target->process.pid, copy->library);
}
