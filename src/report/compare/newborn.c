#include "report/compare/newborn.h"

#include <stdlib.h>
#include <string.h>

#include "report/compare/younger.h"
#include "report/evidence/way.h"
#include "report/text/memory.h"

struct making {
    const struct inputs *inputs;
    const struct younger *younger;
    uint32_t checkpoint;
    uint64_t *sums;  /* by kind: its objects that have an account */
    uint64_t *given; /* ... of these, those that have their share */
};

static void
add(struct newborns *newborns, struct newborn newborn)
{
    newborns->items = (struct newborn *)memory_room(
        newborns->items, newborns->count, sizeof newborn);
    newborns->items[newborns->count++] = newborn;
}

/* By Python code, or by what that called? */
static bool
is_evaluated(const struct ledger *ledger, uint32_t tag)
{
    while (tag != 0 &&
           ledger_node_at(ledger, tag)->kind != LEDGER_NODE_EVALUATION) {
        tag = ledger_node_at(ledger, tag)->parent;
    }
    return tag != 0;
}

/* Its birth was seen, and it is no part of what the interpreter began with. */
static bool
is_made(const struct making *making, uint32_t birth)
{
    const struct inputs *inputs = making->inputs;

    return ledger_node_at(inputs->ledger, birth)->kind == LEDGER_NODE_SITE &&
           (making->checkpoint != 0 ||
            (is_evaluated(inputs->ledger, birth) &&
             !stacks_in_setup(inputs->stacks, birth)));
}

/*
 * Objects of a kind that are only counted may have been born at any of its
 * places: each of these has a share, by the number that have an account.
 */
static uint64_t
share_of(const struct making *making, const struct ledger_owned *owned,
         uint64_t counted)
{
    uint64_t sum = making->sums[owned->kind];
    uint64_t given = making->given[owned->kind];

    return owned->kind == 0
               ? 0
               : counted * (given + owned->alike) / sum - counted * given / sum;
}

static void
add_class(struct newborns *newborns, struct making *making, uint32_t record)
{
    const struct ledger *ledger = making->inputs->ledger;
    const struct ledger_owned *owned = ledger_owned_at(ledger, record);
    uint32_t example = younger_example(making->younger, record);
    struct newborn newborn = {
        .younger = younger_alike(making->younger, record) +
                   share_of(making, owned,
                            younger_counted(making->younger, owned->kind)),
    };
    uint64_t counted =
        share_of(making, owned, ledger_kind_at(ledger, owned->kind)->counted);

    making->given[owned->kind] += owned->alike;
    if (newborn.younger == 0 || !is_made(making, owned->birth)) {
        return;
    }
    accused_fill_birth(&newborn.place, making->inputs, owned->type,
                       owned->birth, younger_python(making->younger, record));
    newborn.place.objects = owned->alike + counted;
    newborn.key = accused_key(&newborn.place);
    if (example != 0) {
        newborn.held = way_text(
            ledger, making->inputs->symbols,
            ledger_owner_at(ledger,
                            ledger_owned_at(ledger, example)->first_owner));
    }
    add(newborns, newborn);
}

/* Of a kind of which no object has an account, where the last was born. */
static void
add_kind(struct newborns *newborns, const struct making *making,
         uint32_t number)
{
    const struct ledger_kind *kind =
        ledger_kind_at(making->inputs->ledger, number);
    struct newborn newborn = {
        .younger = making->sums[number] != 0
                       ? 0
                       : younger_counted(making->younger, number),
    };

    if (newborn.younger == 0 || !is_made(making, kind->birth)) {
        return;
    }
    accused_fill_birth(&newborn.place, making->inputs, kind->type, kind->birth,
                       0);
    newborn.place.objects = kind->counted;
    newborn.key = accused_key(&newborn.place);
    add(newborns, newborn);
}

static int
compare_numbers(const void *a, const void *b)
{
    const struct newborn *left = (const struct newborn *)a;
    const struct newborn *right = (const struct newborn *)b;

    if (left->younger != right->younger) {
        return left->younger < right->younger ? 1 : -1;
    }
    return strcmp(left->key, right->key);
}

/* Of one place, those that are the most first: their holder is shown. */
static int
compare_keys(const void *a, const void *b)
{
    int order = strcmp(((const struct newborn *)a)->key,
                       ((const struct newborn *)b)->key);

    return order != 0 ? order : compare_numbers(a, b);
}

static void
newborn_clear(struct newborn *newborn)
{
    accused_clear(&newborn->place);
    free(newborn->key);
    free(newborn->held);
}

/* Tags that differ in what nobody is told of. */
static void
join(struct newborns *newborns)
{
    size_t kept = 0;

    if (newborns->count == 0) {
        return;
    }
    qsort(newborns->items, newborns->count, sizeof *newborns->items,
          compare_keys);
    for (size_t i = 1; i < newborns->count; i++) {
        struct newborn *last = &newborns->items[kept];
        struct newborn *next = &newborns->items[i];

        if (strcmp(last->key, next->key) != 0) {
            newborns->items[++kept] = *next;
            continue;
        }
        last->younger += next->younger;
        last->place.objects += next->place.objects;
        if (last->held == NULL) {
            last->held = next->held;
            next->held = NULL;
        }
        newborn_clear(next);
    }
    newborns->count = kept + 1;
    qsort(newborns->items, newborns->count, sizeof *newborns->items,
          compare_numbers);
}

static void
add_all(struct newborns *newborns, struct making *making)
{
    const struct ledger *ledger = making->inputs->ledger;
    uint32_t records = ledger_used(ledger, LEDGER_OWNED);
    uint32_t kinds = ledger_used(ledger, LEDGER_KINDS);

    making->sums = (uint64_t *)memory_zeroed(kinds + 1, sizeof(uint64_t));
    making->given = (uint64_t *)memory_zeroed(kinds + 1, sizeof(uint64_t));
    for (uint32_t r = 1; r < records; r++) {
        making->sums[ledger_owned_at(ledger, r)->kind] +=
            ledger_owned_at(ledger, r)->alike;
    }
    for (uint32_t r = 1; r < records; r++) {
        if (ledger_owned_at(ledger, r)->alike != 0) {
            add_class(newborns, making, r);
        }
    }
    for (uint32_t i = 1; i < kinds; i++) {
        add_kind(newborns, making, i);
    }
    free(making->sums);
    free(making->given);
}

void
newborns_build(struct newborns *newborns, const struct report *report,
               uint32_t checkpoint)
{
    *newborns =
        (struct newborns){ .known = owners_known(report->inputs.owners) };
    if (newborns->known) {
        struct younger *younger =
            younger_create(report->inputs.ledger, checkpoint);

        add_all(newborns, &(struct making){ .inputs = &report->inputs,
                                            .younger = younger,
                                            .checkpoint = checkpoint });
        younger_free(younger);
        join(newborns);
    }
}

void
newborns_clear(struct newborns *newborns)
{
    for (size_t i = 0; i < newborns->count; i++) {
        newborn_clear(&newborns->items[i]);
    }
    free(newborns->items);
    *newborns = (struct newborns){ 0 };
}

bool
newborns_since(const struct ledger *ledger, const char *wanted,
               uint32_t *checkpoint)
{
    uint32_t count = growth_checkpoints(ledger);
    char *end;
    unsigned long number = strtoul(wanted, &end, 10);

    *checkpoint = wanted[0] == '\0' && count > 0 ? 1 : 0;
    for (uint32_t i = 1; wanted[0] != '\0' && i <= count; i++) {
        uint32_t length;
        const char *label = ledger_text(
            ledger, ledger_checkpoint_at(ledger, i)->label, &length);

        if (label != NULL && length == strlen(wanted) &&
            memcmp(label, wanted, length) == 0) {
            *checkpoint = i;
        }
    }
    if (*checkpoint == 0 && wanted[0] >= '0' && wanted[0] <= '9' &&
        *end == '\0' && number >= 1 && number <= count) {
        *checkpoint = (uint32_t)number;
    }
    return wanted[0] == '\0' || *checkpoint != 0;
}
