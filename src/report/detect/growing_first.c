#include "report/detect/growing_first.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/detect/growing_rules.h"
#include "report/evidence/owners.h"
#include "report/input/ledger_load.h"

static const double NUMBERS_DIFFER_SHARE = .1;

size_t
growing_web(const struct growing *growing, size_t class)
{
    while (growing->classes[class].web != class) {
        class = growing->classes[class].web;
    }
    return class;
}

uint32_t
growing_example(const struct class *class)
{
    return class->alone_count > 0  ? class->alone[class->alone_count / 2]
           : class->held_count > 0 ? class->held[class->held_count / 2]
                                   : 0;
}

static bool
may_be_told(const struct growing *growing, const struct class *class)
{
    const struct ledger_owned *owned =
        ledger_owned_at(growing->ledger, growing_example(class));
    /* One that was only counted for a while was stored where it is told. */
    uint32_t made = owned->birth != 0 ? owned->birth : owned->stored;

    return growing_example(class) != 0 &&
           2 * class->unowned <= class->examples &&
           (owned->flags & LEDGER_OWNED_REACHED) != 0 &&
           owners_surplus(owned) == 0 &&
           growing_rules_tell(growing->report, owned->type, made,
                              owned->stored_python, &class->line);
}

static bool
is_cause(const struct growing *growing, const struct class *class)
{
    return class->alone_count > 0 &&
           2 * (class->carried + class->keys + class->bounded) <=
               class->examples &&
           may_be_told(growing, class);
}

/* Whether most of what there is, and may hold others, came while it grew. */
static bool
is_new_container(const struct growing *growing, const struct class *class)
{
    return class->line.first <= class->line.last - class->line.first &&
           class->keys == 0 && class->bounded == 0 &&
           may_be_told(growing, class) &&
           !growing_rules_weak(growing->report, class->type) &&
           (ledger_type_at(growing->ledger, class->type)->flags &
            LEDGER_TYPE_GC) != 0;
}

/* Weak references among them are no cause of what else there is. */
static bool
precedes(const struct growing *growing, const struct class *one,
         const struct class *other)
{
    bool weak = growing_rules_weak(growing->report, one->type);

    return weak != growing_rules_weak(growing->report, other->type)
               ? !weak
               : one->oldest < other->oldest;
}

/* It stays only because nobody collects it. */
static bool
is_drifting(const struct growing *growing, const struct class *class)
{
    const struct ledger_owned *owned =
        ledger_owned_at(growing->ledger, class->drifting);
    uint32_t made = owned->birth != 0 ? owned->birth : owned->stored;

    return !growing->collected && 2 * class->adrift > class->examples &&
           2 * class->unowned <= class->examples &&
           growing_rules_tell_adrift(growing->report, owned->type, made,
                                     owned->stored_python, &class->line);
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
            !growing_rules_weak(growing->report, class->type) &&
            is_cause(growing, class) &&
            root_of(growing, class) != root_of(growing, first)) {
            return true;
        }
    }
    return false;
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

/* What the places that hold parts of the web were made to hold. */
static const struct class *
held_by_several(const struct growing *growing, size_t web,
                const struct class *first)
{
    for (size_t i = 0; i < growing->count; i++) {
        const struct class *class = &growing->classes[i];

        if (growing_web(growing, i) == web && class->oldest < first->oldest &&
            one_for_one(growing, class, first) &&
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

    *adrift = first == NULL;
    if (first == NULL) {
        return first_of(growing, web, is_drifting);
    }
    return has_other_root(growing, web, first)
               ? held_by_several(growing, web, first)
               : first;
}
