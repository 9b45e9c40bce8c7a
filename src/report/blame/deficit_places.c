#include "report/blame/deficit_places.h"

#include <stdlib.h>

#include "base/refcount_shape.h"
#include "report/blame/place_change.h"
#include "report/input/ledger_load.h"
#include "report/text/memory.h"

/* Whoever is blamed explains at least this share of the fall. */
static const double FALL_SHARE_MIN = .9;

/* Do so many of the frames that end there run the same functions? */
static bool
are_alike(const struct stack_frame *ends, const struct stack_frame *others,
          size_t count)
{
    for (size_t i = 1; i <= count; i++) {
        if (ends[-(ptrdiff_t)i].function != others[-(ptrdiff_t)i].function) {
            return false;
        }
    }
    return true;
}

/* Did this happen in Python code that such a call ran? What that returned is
 * released by who called it. */
static bool
is_further_in(const struct place_change *change,
              const struct place_change *call, size_t frame)
{
    const struct stack *inner = &change->stack, *outer = &call->stack;
    size_t depth = outer->count - frame;

    return inner->count - change->native > depth &&
           are_alike(inner->frames + inner->count, outer->frames + outer->count,
                     depth);
}

/* Did this happen in the same call, that of frame `frame` of `call`? */
static bool
is_inside(const struct place_change *change, const struct place_change *call,
          size_t frame)
{
    size_t depth = call->native - frame;

    return (change->python == call->python && change->native >= depth &&
            are_alike(change->stack.frames + change->native,
                      call->stack.frames + call->native, depth)) ||
           is_further_in(change, call, frame);
}

/* Is what was released there missing in each call on the way out? */
static bool
is_missing(const struct place_change *changes, size_t count,
           const struct place_change *released)
{
    for (size_t f = 0; f < released->native; f++) {
        double net = 0;

        for (size_t i = 0; i < count; i++) {
            if (is_inside(&changes[i], released, f)) {
                net += changes[i].net;
            }
        }
        if (net > -FALL_SHARE_MIN * (double)released->entry->released) {
            return false;
        }
    }
    return true;
}

/* Do healthy objects end there too? */
static bool
is_ordinary(const struct blame_sources *sources,
            const struct place_change *released)
{
    return settling_seen(sources->settling, SETTLING_RELEASED, &released->stack,
                         0)
               .total > 0;
}

/*
 * Which share of the changes has a stack since a place was seen first: an
 * account that rested for a while has fewer.
 */
static double
share_recorded(const struct ledger_account *account,
               const struct place_change *changes, size_t count,
               const struct ledger_entry *since)
{
    uint32_t all = account->changes - since->first + 1;
    double recorded = 0;

    if ((account->flags & LEDGER_ACCOUNT_RESTED) == 0) {
        return 1;
    }
    for (size_t i = 0; i < count; i++) {
        const struct ledger_entry *entry = changes[i].entry;

        /* Most of its changes are younger. */
        if (entry->first + (entry->last - entry->first) / 2 >= since->first) {
            recorded += (double)entry->taken + (double)entry->released;
        }
    }
    return recorded > 0 && recorded < all ? recorded / all : 1;
}

/* Only those that explain the fall by themselves stay. */
static void
keep_sufficient(struct candidates *candidates, double fall)
{
    size_t kept = 0;

    for (size_t i = 0; i < candidates->count; i++) {
        if (candidates->items[i].score >= FALL_SHARE_MIN * fall) {
            candidates->items[kept++] = candidates->items[i];
        }
    }
    candidates->count = kept;
}

/* A new object in the memory of one that was freed, though it had references. */
static bool
is_birth(const struct ledger *ledger, const struct ledger_entry *entry)
{
    const struct ledger_node *node = ledger_node_at(ledger, entry->tag);

    return node->kind == LEDGER_NODE_SITE &&
           ledger_site_at(ledger, (uint32_t)node->value)->operation ==
               OPERATION_BIRTH;
}

/*
 * The frame of whoever released: a function of the interpreter that is given a
 * reference to keep, or to release, does so for its caller.
 */
static size_t
releasing_frame(const struct blame_sources *sources,
                const struct place_change *released)
{
    const struct stack_frame *frames = released->stack.frames;

    for (size_t f = 0;
         f + 1 < released->native &&
         symbols_in_interpreter(sources->symbols, frames[f].function);
         f++) {
        if ((symbols_function(sources->symbols, frames[f].function)->flags &
             (FUNCTION_STEALS | FUNCTION_CHOOSES)) != 0) {
            return f + 1;
        }
    }
    return 0;
}

/* What only calls what it is told to call gives back what was taken for the
 * call: what was lent meanwhile is not its doing. */
static bool
is_glue(const struct blame_sources *sources,
        const struct place_change *released)
{
    size_t frame = releasing_frame(sources, released);

    return (symbols_function(sources->symbols,
                             released->stack.frames[frame].function)
                ->flags &
            FUNCTION_GLUE) != 0;
}

/* Those who released without having taken. */
static void
credit_places(const struct blame_sources *sources,
              const struct ledger_account *account,
              const struct place_change *changes, size_t count, double fall,
              bool ordinary, struct candidates *candidates)
{
    for (size_t i = 0; i < count; i++) {
        const struct ledger_entry *entry = changes[i].entry;
        double score =
            entry->released / share_recorded(account, changes, count, entry);

        if (changes[i].native > 0 && entry->released > 0 &&
            !is_birth(sources->ledger, entry) &&
            !is_glue(sources, &changes[i]) && score >= PLACE_SHARE_MIN * fall &&
            !changes[i].disposed &&
            (ordinary || !is_ordinary(sources, &changes[i])) &&
            is_missing(changes, count, &changes[i])) {
            place_change_credit(&changes[i],
                                releasing_frame(sources, &changes[i]), score,
                                NULL, candidates);
        }
    }
}

void
deficit_places(const struct blame_sources *sources, uint32_t account,
               double fall, bool ordinary, struct candidates *candidates)
{
    const struct ledger *ledger = sources->ledger;
    const struct ledger_account *record = ledger_account_at(ledger, account);
    struct place_change *changes = NULL;
    size_t count = 0;

    for (uint32_t e = record->entries; e != 0;
         e = ledger_entry_at(ledger, e)->next) {
        changes =
            (struct place_change *)memory_room(changes, count, sizeof *changes);
        changes[count] = (struct place_change){ 0 };
        place_change_fill(sources, ledger_entry_at(ledger, e),
                          &changes[count++]);
    }
    credit_places(sources, record, changes, count, fall, ordinary, candidates);
    keep_sufficient(candidates, fall);
    for (size_t i = 0; i < count; i++) {
        stack_clear(&changes[i].stack);
    }
    free(changes);
}
