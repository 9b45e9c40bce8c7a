#include "patch/room.h"

#include "base/mapping.h"
#include "base/maps_file.h"
#include "base/system.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/resource.h>

#ifndef MAP_FIXED_NOREPLACE
#define MAP_FIXED_NOREPLACE 0x100000
#endif

enum {
    TEXT_BYTES = 8192,
    MAPPINGS_MAX = 1 << 15, /* half of what the kernel allows a process: the
                               host needs some, too */
    ROOMS = 8,
};

static const uint64_t ROOM = (uint64_t)64 << 20; /* for stubs: libtorch_python
                                                    needs 5 MiB of it */
static const uint64_t STEP = (uint64_t)1 << 30;  /* half of a jump */
static const uint64_t LINKER_BYTES = (uint64_t)1 << 20;

static struct {
    uint64_t start, size;
} * kept;
static unsigned kept_count;

/* ulimit -v: what is kept would be missing elsewhere. */
static bool
is_limited(void)
{
    struct rlimit limit;

    return !system_limit(RLIMIT_AS, &limit) || limit.rlim_cur != RLIM_INFINITY;
}

static uint64_t
reserve(uint64_t wanted, uint64_t size)
{
    int fixed = wanted == 0 ? 0 : MAP_FIXED_NOREPLACE;
    void *memory =
        SYSTEM_MAP((void *)(uintptr_t)wanted, size, PROT_NONE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | fixed, -1, 0);

    if (memory != MAP_FAILED && wanted != 0 &&
        memory != (void *)(uintptr_t)wanted) { /* kernel before 4.17 */
        system_unmap(memory, size);
        return 0;
    }
    return memory == MAP_FAILED ? 0 : (uint64_t)(uintptr_t)memory;
}

static void
keep(uint64_t start, uint64_t size)
{
    if (kept_count < MAPPINGS_MAX && reserve(start, size) == start) {
        kept[kept_count].start = start;
        kept[kept_count++].size = size;
    }
}

/* Both ends of a gap are beside a room, whichever of them is filled first. */
static void
keep_rooms(uint64_t start, uint64_t end)
{
    for (uint64_t at = start; at + ROOM < end; at += STEP) {
        keep(at, at + 2 * ROOM < end ? ROOM : end - at);
    }
    keep(end - ROOM, ROOM);
}

/*
 * The first gap that has room for all that may come: the largest libraries lie
 * there, and small ones where the kernel looks before. Returns where it begins,
 * 0: there is none.
 */
static uint64_t
keep_in_first_gap(void)
{
    uint64_t size = ROOMS * STEP, start = reserve(0, size);

    if (start != 0) {
        system_unmap((void *)(uintptr_t)start, size);
        keep_rooms(start, start + size);
    }
    return start;
}

struct survey {
    uint64_t low, high; /* what of it is looked at */
    uint64_t end;       /* of the mapping before */
    uint64_t room;      /* the last one below */
    unsigned mappings;
};

static void
look_at_gap(struct survey *survey, uint64_t start, uint64_t end)
{
    if (end - start >= 2 * ROOM) {
        keep_rooms(start, end);
        survey->room = end;
    }
    else if (start - survey->room > STEP) {
        keep(start, end - start);
        survey->room = end - start >= ROOM ? end : survey->room;
    }
}

static bool
visit_mapping(const struct maps_line *line, void *context)
{
    struct survey *survey = context;

    survey->mappings++;
    if (survey->mappings + kept_count < MAPPINGS_MAX &&
        survey->end >= survey->low && line->start > survey->end &&
        line->start <= survey->high) {
        look_at_gap(survey, survey->end, line->start);
    }
    survey->end = line->end;
    return line->start < survey->high;
}

/*
 * From the dynamic linker, which was mapped before all others, to the first
 * large gap: small gaps that are far from it and from any other room.
 */
static void
keep_far_gaps(uint64_t first)
{
    static char text[TEXT_BYTES];
    uint64_t linker = getauxval(AT_BASE);
    uint64_t end = first + ROOMS * STEP;
    struct survey survey = { .room = end };

    if (linker == 0) { /* it was started as a program */
        linker = (uint64_t)(uintptr_t)keep_far_gaps;
    }
    survey.low = linker < first ? linker : end;
    survey.high = linker < first ? first : linker + LINKER_BYTES;
    if (linker < first) {
        survey.room = 0;
    }
    if (survey.high > survey.low + STEP) {
        maps_file_read(text, sizeof text, visit_mapping, &survey);
    }
}

void
room_keep(void)
{
    uint64_t first;

    room_release();
    if (is_limited()) {
        return;
    }
    if (kept == NULL) {
        kept = mapping_zeroed(MAPPINGS_MAX * sizeof *kept);
    }
    first = kept == NULL ? 0 : keep_in_first_gap();
    if (first != 0) {
        keep_far_gaps(first);
    }
}

void
room_release(void)
{
    while (kept_count > 0) {
        kept_count--;
        system_unmap((void *)(uintptr_t)kept[kept_count].start,
                     kept[kept_count].size);
    }
}
