#include "report/compare/difference.h"

#include <stdlib.h>
#include <string.h>

#include "report/finding/birthplace.h"
#include "report/text/memory.h"

/* Living objects of one type with one birth tag. */
struct born_alike {
    uint32_t type, birth, python;
    uint64_t objects, references;
};

static int
compare_born(const void *a, const void *b)
{
    const struct born_alike *left = (const struct born_alike *)a;
    const struct born_alike *right = (const struct born_alike *)b;

    if (left->type != right->type) {
        return left->type < right->type ? -1 : 1;
    }
    if (left->birth != right->birth) {
        return left->birth < right->birth ? -1 : 1;
    }
    return (left->python > right->python) - (left->python < right->python);
}

/*
 * Objects of its kind that are only counted, shared among those that have an
 * account: this is the next of these.
 */
static uint64_t
counted_like(const struct ledger *ledger, uint32_t account, uint32_t *shared)
{
    uint32_t number = ledger_kind_of(ledger, account);
    const struct ledger_kind *kind = ledger_kind_at(ledger, number);
    uint64_t counted, nth;

    if (number == 0 || kind->accounts <= shared[number]) {
        return 0;
    }
    counted = kind->alive - kind->accounts;
    nth = shared[number]++;
    return counted * (nth + 1) / kind->accounts -
           counted * nth / kind->accounts;
}

static struct born_alike *
count_alive(const struct ledger *ledger, size_t *count)
{
    uint32_t used = ledger_used(ledger, LEDGER_ACCOUNTS);
    struct born_alike *all =
        (struct born_alike *)memory_zeroed(used, sizeof *all);
    uint32_t *shared = (uint32_t *)memory_zeroed(
        ledger_used(ledger, LEDGER_KINDS) + 1, sizeof *shared);
    size_t kept = 0;

    *count = 0;
    for (uint32_t i = 1; i < used; i++) {
        const struct ledger_account *account = ledger_account_at(ledger, i);

        if (account->state != LEDGER_ACCOUNT_FREE && account->references > 0) {
            uint64_t like = counted_like(ledger, i, shared);

            all[(*count)++] =
                (struct born_alike){ account->type, account->birth,
                                     birthplace_python(ledger, account),
                                     1 + like,
                                     (uint64_t)account->references + like };
        }
    }
    free(shared);
    if (*count == 0) {
        return all;
    }
    qsort(all, *count, sizeof *all, compare_born);
    for (size_t i = 1; i < *count; i++) {
        if (compare_born(&all[kept], &all[i]) == 0) {
            all[kept].objects += all[i].objects;
            all[kept].references += all[i].references;
        }
        else {
            all[++kept] = all[i];
        }
    }
    *count = kept + 1;
    return all;
}

static void
fill_living(struct living *living, const struct report *report,
            const struct born_alike *born)
{
    struct accused *place = &living->place;

    accused_fill_birth(place, &report->inputs, born->type, born->birth,
                       born->python);
    place->objects = born->objects;
    place->references = born->references;
    living->key = accused_key(place);
}

static int
compare_livings(const void *a, const void *b)
{
    return strcmp(((const struct living *)a)->key,
                  ((const struct living *)b)->key);
}

static void
living_clear(struct living *living)
{
    accused_clear(&living->place);
    free(living->key);
}

void
livings_build(struct livings *livings, const struct report *report)
{
    size_t count, kept = 0;
    struct born_alike *alive = count_alive(report->inputs.ledger, &count);

    livings->items =
        (struct living *)memory_zeroed(count, sizeof *livings->items);
    livings->count = count;
    for (size_t i = 0; i < count; i++) {
        fill_living(&livings->items[i], report, &alive[i]);
    }
    free(alive);
    if (count == 0) {
        return;
    }
    qsort(livings->items, count, sizeof *livings->items, compare_livings);
    for (size_t i = 1; i < count; i++) {
        struct living *last = &livings->items[kept];

        if (compare_livings(last, &livings->items[i]) == 0) {
            last->place.objects += livings->items[i].place.objects;
            last->place.references += livings->items[i].place.references;
            living_clear(&livings->items[i]);
        }
        else {
            livings->items[++kept] = livings->items[i];
        }
    }
    livings->count = kept + 1;
}

void
livings_clear(struct livings *livings)
{
    for (size_t i = 0; i < livings->count; i++) {
        living_clear(&livings->items[i]);
    }
    free(livings->items);
    *livings = (struct livings){ 0 };
}

int64_t
change_references(const struct change *change)
{
    return (int64_t)((change->after != NULL ? change->after->references : 0) -
                     (change->before != NULL ? change->before->references : 0));
}

int64_t
change_objects(const struct change *change)
{
    return (int64_t)((change->after != NULL ? change->after->objects : 0) -
                     (change->before != NULL ? change->before->objects : 0));
}

static const char *
type_of(const struct change *change)
{
    return change->after != NULL ? change->after->type : change->before->type;
}

static const char *
function_of(const struct change *change)
{
    return change->after != NULL ? change->after->function
                                 : change->before->function;
}

static int
compare_changes(const void *a, const void *b)
{
    const struct change *left = (const struct change *)a;
    const struct change *right = (const struct change *)b;
    int order;

    if (change_references(left) != change_references(right)) {
        return change_references(left) < change_references(right) ? 1 : -1;
    }
    if (change_objects(left) != change_objects(right)) {
        return change_objects(left) < change_objects(right) ? 1 : -1;
    }
    order = strcmp(type_of(left), type_of(right));
    return order != 0 ? order : strcmp(function_of(left), function_of(right));
}

static void
add_change(struct changes *changes, const struct accused *before,
           const struct accused *after)
{
    struct change change = { before, after };

    if (change_references(&change) == 0 && change_objects(&change) == 0) {
        return;
    }
    changes->items = (struct change *)memory_room(
        changes->items, changes->count, sizeof change);
    changes->items[changes->count++] = change;
}

static void
sort_changes(struct changes *changes)
{
    if (changes->count > 0) {
        qsort(changes->items, changes->count, sizeof *changes->items,
              compare_changes);
    }
}

void
changes_of_livings(struct changes *changes, const struct livings *before,
                   const struct livings *after)
{
    size_t a = 0, b = 0;

    *changes = (struct changes){ 0 };
    while (b < before->count || a < after->count) {
        int order = b == before->count ? 1
                    : a == after->count
                        ? -1
                        : compare_livings(&before->items[b], &after->items[a]);

        add_change(changes, order <= 0 ? &before->items[b].place : NULL,
                   order >= 0 ? &after->items[a].place : NULL);
        b += order <= 0;
        a += order >= 0;
    }
    sort_changes(changes);
}

/* The first that is the same and not yet taken. */
static const struct accused *
take_same(const struct accused *wanted, const struct accused *from,
          size_t count, bool *taken)
{
    for (size_t i = 0; i < count; i++) {
        if (!taken[i] && accused_is_same(wanted, &from[i])) {
            taken[i] = true;
            return &from[i];
        }
    }
    return NULL;
}

void
changes_of_findings(struct changes *changes, const struct accused *before,
                    size_t before_count, const struct accused *after,
                    size_t after_count)
{
    bool *taken = (bool *)memory_zeroed(before_count, sizeof *taken);

    *changes = (struct changes){ 0 };
    for (size_t i = 0; i < after_count; i++) {
        add_change(changes, take_same(&after[i], before, before_count, taken),
                   &after[i]);
    }
    for (size_t i = 0; i < before_count; i++) {
        if (!taken[i]) {
            add_change(changes, &before[i], NULL);
        }
    }
    free(taken);
    sort_changes(changes);
}

void
changes_clear(struct changes *changes)
{
    free(changes->items);
    *changes = (struct changes){ 0 };
}
