#include "report/detect/growing_class.h"

#include <stdlib.h>

#include "report/detect/growing_rules.h"
#include "report/evidence/owners.h"

void
growing_add_example(struct examples *examples, uint32_t record, uint64_t late)
{
    if (examples->kept < EXAMPLES_MAX) {
        examples->records[examples->kept++] = record;
    }
    examples->late += late;
}

size_t
growing_web(const struct growing *growing, size_t class)
{
    while (growing->classes[class].web != class) {
        class = growing->classes[class].web;
    }
    return class;
}

bool
growing_is_weak(const struct growing *growing, const struct class *class)
{
    return 2 * class->spent <= class->examples &&
           growing_rules_weak(growing->report, class->type);
}

bool
growing_in_ring(const struct growing *growing, const struct class *class)
{
    const struct class *at = class;

    for (size_t i = 0; i < growing->count; i++) {
        if (at->carried == 0 || growing_is_weak(growing, at)) {
            return false;
        }
        at = &growing->classes[at->carrier];
        if (at == class) {
            return true;
        }
    }
    return false;
}

static int
compare_classes(const void *a, const void *b)
{
    const struct class *left = (const struct class *)a;
    const struct class *right = (const struct class *)b;

    return (left->first > right->first) - (left->first < right->first);
}

struct class *
growing_class_of(const struct growing *growing, uint32_t record)
{
    struct class wanted = { .first =
                                stored_alike_first(growing->alike, record) };

    return growing->count == 0
               ? NULL
               : (struct class *)bsearch(&wanted, growing->classes,
                                         growing->count, sizeof wanted,
                                         compare_classes);
}

static struct class *
class_of_type(const struct growing *growing, uint32_t type)
{
    for (size_t i = 0; i < growing->count; i++) {
        if (growing->classes[i].type == type) {
            return &growing->classes[i];
        }
    }
    return NULL;
}

/*
 * Where births have no kinds, a holder without a record is one of many alike.
 * Of what a region makes each object has one, up to so many. Where they have,
 * a holder of no kind was there before recording began.
 */
static struct class *
class_of_unknown(const struct growing *growing, uint32_t type)
{
    struct class *class = ledger_used(growing->ledger, LEDGER_KINDS) > 1
                              ? NULL
                              : class_of_type(growing, type);

    return class != NULL &&
                   (!growth_is_by_region(growing->report->inputs.growth) ||
                    stored_alike_objects(growing->alike, class->first) >=
                        LEDGER_FOLLOWED_EACH)
               ? class
               : NULL;
}

/* Some are of a kind that was only counted. */
struct class *
growing_class_of_holder(const struct growing *growing,
                        const struct ledger_holder *holder)
{
    uint32_t record =
        holder->kind == LEDGER_HOLDER_OBJECT
            ? owners_record_at(growing->report->inputs.owners, holder->address)
            : 0;

    if (record == 0 && holder->like != 0) {
        record = growing->of_kind[holder->like];
        return record != 0 ? growing_class_of(growing, record) : NULL;
    }
    return record != 0 ? growing_class_of(growing, record)
           : holder->kind == LEDGER_HOLDER_OBJECT
               ? class_of_unknown(growing, holder->type)
               : NULL;
}
