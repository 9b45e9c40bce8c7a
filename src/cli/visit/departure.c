#include "cli/visit/departure.h"

#include <string.h>
#include <time.h>

#include "cli/process/process_stop.h"

enum { TRIES = 20, APART_NS = 20000000 };

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

bool
departure_make(const struct visit_target *target, const char *library,
               const char *folder, unsigned seconds)
{
    struct visit visit = { .library = library,
                           .folder = folder,
                           .function = "unload",
                           .seconds = seconds,
                           .unloads = true };
    struct process now;
    struct error ignored;
    uint64_t start, end;
    bool may;

    if (!process_open(&now, target->process.pid, &ignored)) {
        return false;
    }
    may = find_library(&now, library, &start, &end) &&
          nobody_is_inside(&now, start, end);
    process_close(&now);
    return may && visit_make(target, &visit, &ignored);
}
