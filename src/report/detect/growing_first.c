#include "report/detect/growing_first.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/detect/growing_limit.h"
#include "report/detect/growing_rules.h"
#include "report/evidence/owners.h"
#include "report/input/ledger_load.h"

static const double NUMBERS_DIFFER_SHARE = .1;

uint32_t
growing_example(const struct class *class)
{
    const struct examples *of = class->alone.kept > 0    ? &class->alone
                                : class->tables.kept > 0 ? &class->tables
                                                         : &class->held;

    return of->kept > 0 ? of->records[of->kept / 2] : 0;
}

/* One that was only counted for a while was stored where it is told. */
static uint32_t
made_at(const struct ledger_owned *owned)
{
    return owned->birth != 0 ? owned->birth : owned->stored;
}

/* A weak reference was taken last when its object died, and given back. */
static uint32_t
kept_at(const struct ledger_owned *owned)
{
    return (owned->flags & LEDGER_OWNED_SPENT) != 0 ? owned->born_python
                                                    : owned->stored_python;
}

static struct growing_making
making_of(const struct growing *growing, const struct class *class,
          uint32_t record)
{
    const struct ledger_owned *owned = ledger_owned_at(growing->ledger, record);

    return (struct growing_making){
        .birth = made_at(owned),
        .python = kept_at(owned),
        .born = owned->born_python,
        .returned = owned->stored == owned->birth &&
                    (owned->flags & LEDGER_OWNED_STORED_ALONE) != 0,
        .at_once = !class->evaluations,
        .weak = growing_is_weak(growing, class)
    };
}

bool
growing_is_table(const struct growing *growing, const struct class *class,
                 uint32_t record)
{
    return !growing_rules_tell(growing->report,
                               making_of(growing, class, record), &class->line);
}

static bool
is_held(const struct growing *growing, const struct class *class)
{
    const struct ledger_owned *owned =
        ledger_owned_at(growing->ledger, growing_example(class));

    return growing_example(class) != 0 &&
           2 * class->unowned <= class->examples &&
           (owned->flags & LEDGER_OWNED_REACHED) != 0 &&
           owners_surplus(owned) == 0;
}

static bool
may_be_told(const struct growing *growing, const struct class *class)
{
    return is_held(growing, class) &&
           !growing_is_table(growing, class, growing_example(class));
}

/* Neither what other classes hold, nor what has a limit. */
static bool
is_alone(const struct class *class)
{
    return class->alone.kept + class->tables.kept > 0 &&
           2 * (class->carried + class->keys + class->bounded) <=
               class->examples;
}

/*
 * Most of what came late, not just what happens to be the example or has accounts:
 * what wraps functions does so for each import, and now and then for a program's
 * own.
 */
static bool
is_cause(const struct growing *growing, const struct class *class)
{
    return is_alone(class) && class->alone.late >= class->tables.late &&
           may_be_told(growing, class);
}

static bool
may_lead_ring(const struct growing *growing, const struct class *class)
{
    return 2 * (class->keys + class->bounded) <= class->examples &&
           growing_in_ring(growing, class) && may_be_told(growing, class);
}

/* Is any class of the web held by what is none of it? */
static bool
has_alone(const struct growing *growing, size_t web)
{
    for (size_t i = 0; i < growing->count; i++) {
        if (growing_web(growing, i) == web && is_alone(&growing->classes[i])) {
            return true;
        }
    }
    return false;
}

uint32_t
growing_loop(const struct growing *growing, const struct class *class)
{
    return is_alone(class) && is_held(growing, class) &&
                   !growing_is_weak(growing, class)
               ? growing_rules_loop(
                     growing->report,
                     making_of(growing, class, growing_example(class)))
               : 0;
}

/* Whether most of what there is, and may hold others, came while it grew. */
static bool
is_new_container(const struct growing *growing, const struct class *class)
{
    return class->line.first <= class->line.last - class->line.first &&
           class->keys == 0 && class->bounded == 0 &&
           may_be_told(growing, class) && !growing_is_weak(growing, class) &&
           (ledger_type_at(growing->ledger, class->type)->flags &
            LEDGER_TYPE_GC) != 0;
}

/*
 * By so much the oldest example may be younger than the oldest object, where
 * not each object has an account.
 */
static uint64_t
doubt(const struct growing *growing, const struct class *class)
{
    return stored_alike_counted(growing->alike, class->first) > 0
               ? (class->youngest - class->oldest) / class->examples
               : 0;
}

/* Not only as far as the examples of one happen to be. */
static bool
is_older(const struct growing *growing, const struct class *one,
         const struct class *other)
{
    uint64_t own = doubt(growing, one), others = doubt(growing, other);

    return one->oldest + (own > others ? own : others) < other->oldest;
}

/* Are there as many of one as of the other, but for a few that came and went? */
static bool
one_for_one(const struct growing *growing, const struct class *one,
            const struct class *other)
{
    double a = (double)stored_alike_objects(growing->alike, one->first);
    double b = (double)stored_alike_objects(growing->alike, other->first);

    return fabs(a - b) <= NUMBERS_DIFFER_SHARE * b;
}

/* So many holders are on the way to an example. */
static size_t
depth_of(const struct growing *growing, const struct class *class)
{
    const struct ledger_owned *owned =
        ledger_owned_at(growing->ledger, growing_example(class));
    size_t depth = 0;

    if ((owned->flags & LEDGER_OWNED_REACHED) == 0) {
        return 0; /* there is no such way */
    }

    for (uint32_t at =
             ledger_owner_at(growing->ledger, owned->first_owner)->holder;
         at != 0; at = ledger_holder_at(growing->ledger, at)->parent) {
        depth++;
    }
    return depth;
}

/*
 * How little a class says of why the others are there: weak references nothing;
 * what is in memory of which nobody says whose it is, or in a table of the
 * standard library, less than what has a name; and what can hold nothing, less
 * than what can.
 */
static int
remoteness(const struct growing *growing, const struct class *class)
{
    const struct ledger *ledger = growing->ledger;
    const struct ledger_owned *owned =
        ledger_owned_at(ledger, growing_example(class));
    const struct ledger_owner *owner =
        ledger_owner_at(ledger, owned->first_owner);

    if (growing_is_weak(growing, class)) {
        return 3;
    }
    if (owned->owner_count > 0 && (owners_in_memory(ledger, owner) ||
                                   growing_limit_of(ledger, owner) != 0 ||
                                   growing_limit_is_table(ledger, owner))) {
        return 2;
    }
    return (ledger_type_at(ledger, class->type)->flags & LEDGER_TYPE_GC) == 0;
}

/*
 * Weak references among them are no cause of what else there is. Of those of
 * which nobody knows which is older, what is found first on the way from a root
 * comes first: two tracebacks hang on each exception.
 */
static bool
precedes(const struct growing *growing, const struct class *one,
         const struct class *other)
{
    int remote = remoteness(growing, one);
    size_t depth, others;

    if (remote != remoteness(growing, other)) {
        return remote < remoteness(growing, other);
    }
    if (is_older(growing, one, other) || is_older(growing, other, one)) {
        return one->oldest < other->oldest;
    }
    depth = depth_of(growing, one);
    others = depth_of(growing, other);
    return depth != others ? depth < others : one->oldest < other->oldest;
}

/* It stays only because nobody collects it. */
static bool
is_drifting(const struct growing *growing, const struct class *class)
{
    return !growing->collected && 2 * class->adrift > class->examples &&
           2 * class->unowned <= class->examples &&
           growing_rules_tell_adrift(growing->report,
                                     making_of(growing, class, class->drifting),
                                     &class->line);
}

typedef bool is_wanted(const struct growing *growing,
                       const struct class *class);

/* The oldest such class of the web; NULL: it has none. */
static const struct class *
first_of(const struct growing *growing, size_t web, is_wanted *wanted)
{
    const struct class *first = NULL;

    for (size_t i = 0; i < growing->count; i++) {
        const struct class *class = &growing->classes[i];

        if (growing_web(growing, i) == web &&
            (first == NULL || precedes(growing, class, first)) &&
            wanted(growing, class)) {
            first = class;
        }
    }
    return first;
}

static bool
is_module(const struct ledger *ledger, uint32_t number)
{
    const struct ledger_holder *holder = ledger_holder_at(ledger, number);
    char *name =
        ledger_printable(ledger, ledger_type_at(ledger, holder->type)->name);
    bool is = holder->kind == LEDGER_HOLDER_OBJECT && name != NULL &&
              strcmp(name, "module") == 0;

    free(name);
    return is;
}

/* What has hold of it by a name of a module, or whatever else is always there:
 * its address. */
static uint64_t
root_of(const struct growing *growing, const struct class *class)
{
    const struct ledger *ledger = growing->ledger;
    const struct ledger_owned *owned =
        ledger_owned_at(ledger, growing_example(class));
    uint32_t at = ledger_owner_at(ledger, owned->first_owner)->holder;
    uint64_t root = owned->object;

    while (at != 0) {
        const struct ledger_holder *holder = ledger_holder_at(ledger, at);

        if (is_module(ledger, at) || is_module(ledger, holder->parent)) {
            break;
        }
        root = holder->address;
        at = holder->parent;
    }
    return root;
}

/* Do several things that are always there hold parts of it? */
static bool
has_other_root(const struct growing *growing, size_t web,
               const struct class *first)
{
    for (size_t i = 0; i < growing->count; i++) {
        const struct class *class = &growing->classes[i];

        if (growing_web(growing, i) == web &&
            !growing_is_weak(growing, class) && is_cause(growing, class) &&
            root_of(growing, class) != root_of(growing, first)) {
            return true;
        }
    }
    return false;
}

static bool
is_inside(const struct growing *growing, const struct ledger_owner *owner,
          const struct class *first)
{
    for (uint32_t at = owner->holder; at != 0;
         at = ledger_holder_at(growing->ledger, at)->parent) {
        if (growing_class_of_holder(
                growing, ledger_holder_at(growing->ledger, at)) == first) {
            return true;
        }
    }
    return false;
}

/* By several, and not only the objects of that class, or what these hold. */
static bool
is_held_elsewhere(const struct growing *growing, const struct class *class,
                  const struct class *first)
{
    const struct ledger_owned *owned =
        ledger_owned_at(growing->ledger, growing_example(class));

    for (uint32_t i = 0; owned->owner_count > 1 && i < owned->owner_count;
         i++) {
        if (!is_inside(growing,
                       ledger_owner_at(growing->ledger, owned->first_owner + i),
                       first)) {
            return true;
        }
    }
    return false;
}

/* What the places that hold parts of the web were made to hold. */
static const struct class *
held_by_several(const struct growing *growing, size_t web,
                const struct class *first)
{
    for (size_t i = 0; i < growing->count; i++) {
        const struct class *class = &growing->classes[i];

        if (growing_web(growing, i) == web && is_older(growing, class, first) &&
            one_for_one(growing, class, first) &&
            is_held_elsewhere(growing, class, first) &&
            is_new_container(growing, class)) {
            first = class;
        }
    }
    return first;
}

const struct class *
growing_first(const struct growing *growing, size_t web, bool *adrift)
{
    const struct class *first = first_of(growing, web, is_cause);

    if (first == NULL && !has_alone(growing, web)) {
        first = first_of(growing, web, may_lead_ring);
    }
    *adrift = first == NULL;
    if (first == NULL) {
        return first_of(growing, web, is_drifting);
    }
    return has_other_root(growing, web, first)
               ? held_by_several(growing, web, first)
               : first;
}
