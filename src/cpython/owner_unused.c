#include "cpython/owners.h"

#include "cpython/memory.h"

enum {
    INTERPRETERS_MAX = 256,
    THREADS_MAX = 64 * 1024,
    PARTS_MAX = 64 * 1024, /* of a thread's memory for frames */
    WORD = 8,
};

/* struct _PyStackChunk: the part before, its bytes, words in use, words */
enum { PART_BYTES_AT = 8, PART_USED_AT = 16, PART_WORDS_AT = 24 };

struct report {
    owners_state_found *found;
    void *context;
};

/* Behind those in the list stands what was in it before. */
static void
visit_free_list(uint64_t interpreter, const struct free_list_layout *list,
                const struct report *report)
{
    uint64_t start = interpreter + list->offset, end = start + list->bytes;
    uint32_t count = load32(interpreter + list->count);
    uint64_t first = start + (uint64_t)count * WORD;

    if (count > list->bytes / WORD) {
        return; /* the table is of another build */
    }
    for (uint64_t at = start; at < first; at += WORD) {
        if (load64(at) == 0) {
            return;
        }
    }
    report->found(first, end, report->context);
}

/* Behind the innermost frame; parts but the youngest know how far they go. */
static void
visit_frames(uint64_t youngest, const struct report *report)
{
    uint64_t part = load64(youngest);
    uint64_t free = load64(youngest + WORD), end = load64(youngest + 16);

    for (int i = 0; part != 0 && i < PARTS_MAX; i++) {
        if (free < part + PART_WORDS_AT || free > end ||
            end != part + load64(part + PART_BYTES_AT)) {
            return;
        }
        report->found(free, end, report->context);
        part = load64(part);
        if (part != 0) {
            free = part + PART_WORDS_AT + load64(part + PART_USED_AT) * WORD;
            end = part + load64(part + PART_BYTES_AT);
        }
    }
}

void
owners_unused(const struct python_layout *layout, uint64_t runtime,
              const struct collector_layout *lists, owners_state_found *found,
              void *context)
{
    const struct owner_layout *at = &layout->owners;
    const struct report report = { found, context };
    uint64_t one = load64(runtime + layout->state.interpreters);

    for (int i = 0; one != 0 && i < INTERPRETERS_MAX; i++) {
        uint64_t thread = load64(one + at->interpreter_threads);

        for (int list = 0; lists->free_lists[list].offset != 0; list++) {
            visit_free_list(one, &lists->free_lists[list], &report);
        }
        for (int t = 0;
             at->thread_frames != 0 && thread != 0 && t < THREADS_MAX; t++) {
            visit_frames(thread + at->thread_frames, &report);
            thread = load64(thread + at->thread_next);
        }
        one = load64(one + at->interpreter_next);
    }
}
