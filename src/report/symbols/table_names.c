#include "report/symbols/table_names.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "report/symbols/table_claims.h"

static bool
has_type(const struct table_name *claim)
{
    return strchr(claim->name, '.') != NULL;
}

/* By function; what has a type first. */
static int
compare_claims(const void *one, const void *other)
{
    const struct table_name *a = one, *b = other;

    if (a->start != b->start) {
        return a->start < b->start ? -1 : 1;
    }
    return has_type(a) != has_type(b) ? has_type(b) - has_type(a)
                                      : strcmp(a->name, b->name);
}

/* By name; what has none last. */
static int
compare_names(const void *one, const void *other)
{
    const struct table_name *a = one, *b = other;

    if (a->name == NULL || b->name == NULL) {
        return (a->name == NULL) - (b->name == NULL);
    }
    return strcmp(a->name, b->name);
}

static void
forget_name(struct table_name *claim)
{
    free(claim->name);
    claim->name = NULL;
}

/*
 * Makes one claim of all those for a function. What a type says goes before a
 * name alone, by which its table was met once more; types that share it have no
 * name for it.
 */
static struct table_name
settle(struct table_name *of, size_t count)
{
    struct table_name kept = of[0];
    bool shared = false;

    for (size_t i = 1; i < count; i++) {
        shared |= has_type(&of[i]) == has_type(&kept) &&
                  strcmp(of[i].name, kept.name) != 0;
        if (of[i].returns != kept.returns) {
            kept.returns = RETURN_UNKNOWN;
        }
        forget_name(&of[i]);
    }
    if (shared) {
        forget_name(&kept);
    }
    return kept;
}

static void
settle_functions(struct table_claims *claims)
{
    size_t kept = 0, next;

    qsort(claims->items, claims->count, sizeof *claims->items, compare_claims);
    for (size_t i = 0; i < claims->count; i = next) {
        for (next = i + 1; next < claims->count &&
                           claims->items[next].start == claims->items[i].start;
             next++) {
        }
        claims->items[kept++] = settle(&claims->items[i], next - i);
    }
    claims->count = kept;
}

/* A name that two functions have tells neither. */
static void
settle_names(struct table_claims *claims)
{
    bool again = false;

    qsort(claims->items, claims->count, sizeof *claims->items, compare_names);
    for (size_t i = 0; i < claims->count && claims->items[i].name != NULL;
         i++) {
        struct table_name *claim = &claims->items[i];
        bool before = again;

        again = i + 1 < claims->count && compare_names(claim, claim + 1) == 0;
        if (before || again) {
            forget_name(claim);
        }
    }
}

static int
compare_starts(const void *one, const void *other)
{
    uint64_t a = ((const struct table_name *)one)->start,
             b = ((const struct table_name *)other)->start;

    return (a > b) - (a < b);
}

struct table_names
table_names_find(struct image_file *file)
{
    struct table_claims claims = table_claims_read(file);

    if (claims.count > 0) {
        settle_functions(&claims);
        settle_names(&claims);
        qsort(claims.items, claims.count, sizeof *claims.items, compare_starts);
    }
    return (struct table_names){ claims.items, claims.count };
}

void
table_names_release(struct table_names *names)
{
    for (size_t i = 0; i < names->count; i++) {
        free(names->items[i].name);
    }
    free(names->items);
    *names = (struct table_names){ NULL, 0 };
}

const struct table_name *
table_names_at(const struct table_names *names, uint64_t start)
{
    struct table_name wanted = { .start = start };

    return names->count > 0 ? (const struct table_name *)bsearch(
                                  &wanted, names->items, names->count,
                                  sizeof *names->items, compare_starts)
                            : NULL;
}
