#include "cpython/owners.h"

#include "cpython/memory.h"

#include <stddef.h>

/* The collector's marks in a pointer to the object before. */
#define HEADER_FLAGS UINT64_C(3)

enum { INTERPRETERS_MAX = 256, THREADS_MAX = 64 * 1024 };

/* Behind a list's head, an int: with 0 its generation is never collected. */
enum { THRESHOLD_BEHIND = 16 };

static bool
visit_list(const struct python_layout *layout, uint64_t head,
           owners_visit *visit, void *context)
{
    uint64_t at = load64(head);

    while (at != head && at != 0) {
        uint64_t object = at + layout->object.gc_header;

        visit((void *)(uintptr_t)object, context);
        at = load64(at);
    }
    return at != 0;
}

/* Whether the head of a ring of objects lies there: both neighbours say so. */
static bool
is_ring(uint64_t head, owners_readable *readable)
{
    uint64_t next = load64(head), previous = load64(head + 8);

    return readable(next, 16) && readable(previous, 16) &&
           (load64(next + 8) & ~HEADER_FLAGS) == head &&
           load64(previous) == head;
}

const struct collector_layout *
owners_collector(const struct python_layout *layout, uint64_t runtime,
                 owners_readable *readable)
{
    const struct owner_layout *at = &layout->owners;
    uint64_t interpreter = load64(runtime + layout->state.interpreters);

    for (int i = 0; i < COLLECTORS_MAX && interpreter != 0; i++) {
        const struct collector_layout *lists = &at->collectors[i];
        int sound = 0;

        while (sound < 4 && lists->heads[sound] != 0 &&
               is_ring(interpreter + lists->heads[sound], readable)) {
            sound++;
        }
        if (sound == 4) {
            return lists;
        }
    }
    return NULL;
}

bool
owners_collected(const struct python_layout *layout, uint64_t runtime,
                 const struct collector_layout *lists, owners_visit *visit,
                 void *context)
{
    const struct owner_layout *at = &layout->owners;
    uint64_t one = load64(runtime + layout->state.interpreters);
    uint64_t next = one;

    for (int i = 0; next != 0 && i < INTERPRETERS_MAX; i++) {
        if (load32(next + at->gc_collecting) != 0) {
            return false;
        }
        next = load64(next + at->interpreter_next);
    }
    for (int i = 0; one != 0 && i < INTERPRETERS_MAX; i++) {
        for (int list = 0; list < 4 && lists->heads[list] != 0; list++) {
            /* A list without a beginning: not set up. */
            if (!visit_list(layout, one + lists->heads[list], visit, context) &&
                list == 0) {
                return false;
            }
        }
        one = load64(one + at->interpreter_next);
    }
    return true;
}

bool
owners_collector_is_off(const struct python_layout *layout, uint64_t runtime,
                        const struct collector_layout *lists)
{
    uint64_t one = load64(runtime + layout->state.interpreters);
    bool off = one != 0;

    for (int i = 0; one != 0 && i < INTERPRETERS_MAX; i++) {
        off = off && (load32(one + lists->enabled) == 0 ||
                      load32(one + lists->heads[0] + THRESHOLD_BEHIND) == 0);
        one = load64(one + layout->owners.interpreter_next);
    }
    return off;
}

void
owners_states(const struct python_layout *layout, uint64_t runtime,
              const struct collector_layout *lists, owners_state_found *found,
              void *context)
{
    const struct owner_layout *at = &layout->owners;
    uint64_t one = load64(runtime + layout->state.interpreters);

    for (int i = 0; one != 0 && i < INTERPRETERS_MAX; i++) {
        uint64_t thread = load64(one + at->interpreter_threads);

        found(one, one + lists->interpreter_bytes, context);
        for (int t = 0; thread != 0 && t < THREADS_MAX; t++) {
            found(thread, thread + at->thread_bytes, context);
            thread = load64(thread + at->thread_next);
        }
        one = load64(one + at->interpreter_next);
    }
}
