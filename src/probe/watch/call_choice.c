#include "probe/watch/call_choice.h"

#include "cpython/memory.h"
#include "ledger/hash.h"
#include "probe/images/image_records.h"
#include "probe/state/recorder.h"

#include <stdbool.h>

enum {
    PLACES = 1 << 12, /* returns are told apart by that many numbers */
    TRIES_MAX = 12,   /* at one place, of one kind of objects */
    AT_ONCE_MAX = 2,  /* calls that are watched for one change */
};

static struct kind kind;

/* The object changed in these that have not returned, innermost first; and
 * perhaps in all that return to stack pointers above `older`. */
static struct stack_return known[CALL_CHOICE_MAX + AT_ONCE_MAX];
static size_t known_count;
static uint64_t older;

static uint8_t tries[PLACES];

static uint8_t *
tries_at(const struct stack_return *to)
{
    return &tries[hash_mix(kind.key, to->address) >> 32 & (PLACES - 1)];
}

static bool
is_known(const struct stack_return *to)
{
    bool found = to->stack_pointer > older;

    for (size_t i = 0; i < known_count; i++) {
        found |= known[i].stack_pointer == to->stack_pointer &&
                 known[i].address == to->address;
    }
    return found;
}

/* What is at work in that frame: a function of a module? */
static bool
is_module(const struct calls *calls, size_t frame)
{
    uint32_t image =
        frame == 0 ? store_site(&recorder.store, calls->site)->image
                   : image_record_at(calls->returns[frame - 1].address - 1);

    return !image_record_is_interpreter(image);
}

void
call_choice_begin(struct kind of, uint64_t before)
{
    kind = of;
    older = before;
    known_count = 0;
}

/*
 * A call's return address stands below what its caller has of the stack, until
 * the next call is made from there: that may be one of the same place.
 */
static bool
is_over(const struct stack_return *to, uint64_t stack_pointer, uint64_t limit)
{
    return to->stack_pointer <= stack_pointer ||
           (to->stack_pointer < limit &&
            load64(to->stack_pointer - sizeof to->address) != to->address);
}

void
call_choice_returned(uint64_t stack_pointer, uint64_t limit)
{
    size_t gone = 0;

    older = stack_pointer > older ? stack_pointer : older;
    for (size_t i = 0; i < known_count; i++) {
        gone = is_over(&known[i], stack_pointer, limit) ? i + 1 : gone;
    }
    known_count -= gone;
    for (size_t i = 0; gone > 0 && i < known_count; i++) {
        known[i] = known[i + gone];
    }
}

size_t
call_choice_best(const struct calls *calls)
{
    size_t best = calls->count;
    bool module = false;

    for (size_t i = 0; i < calls->count; i++) {
        const struct stack_return *to = &calls->returns[i];
        bool here;

        if (is_known(to) || *tries_at(to) >= TRIES_MAX) {
            continue;
        }
        here = is_module(calls, i);
        if (best == calls->count || (here && !module) ||
            (here == module &&
             *tries_at(to) < *tries_at(&calls->returns[best]))) {
            best = i;
            module = here;
        }
    }
    return best;
}

void
call_choice_watched(const struct stack_return *to)
{
    ++*tries_at(to);
    if (known_count < CALL_CHOICE_MAX + AT_ONCE_MAX) {
        known[known_count++] = *to;
    }
}

void
call_choice_changed(const struct calls *calls, uint64_t stack_pointer,
                    uint64_t limit)
{
    if (calls->count == 0) {
        older = stack_pointer; /* whatever they are */
    }
    else if (limit > older) {
        older = limit; /* up to there, these are all */
    }
    known_count = calls->count;
    for (size_t i = 0; i < known_count; i++) {
        known[i] = calls->returns[i];
    }
}
