#include "report/evidence/healthy.h"

#include <stdlib.h>

#include "report/text/memory.h"

struct health {
    uint64_t birthplace;
    uint32_t type;
    uint64_t objects;
};

/* Sorted by type and birthplace, then merged. */
struct healthy {
    struct health *items;
    size_t count;
};

static int
compare_numbers(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

static int
compare_healthy(const void *a, const void *b)
{
    const struct health *left = (const struct health *)a;
    const struct health *right = (const struct health *)b;
    int order = compare_numbers(left->type, right->type);

    return order != 0 ? order
                      : compare_numbers(left->birthplace, right->birthplace);
}

struct healthy *
healthy_create(const struct ledger *ledger, struct stacks *stacks)
{
    struct healthy *healthy =
        (struct healthy *)memory_zeroed(1, sizeof *healthy);
    uint32_t used = ledger_used(ledger, LEDGER_SIGNATURES);
    size_t kept = 0;

    healthy->items =
        (struct health *)memory_zeroed(used, sizeof *healthy->items);
    for (uint32_t i = 1; i < used; i++) {
        const struct ledger_signature *signature =
            ledger_signature_at(ledger, i);

        healthy->items[healthy->count++] = (struct health){
            .birthplace = stacks_birthplace(stacks, signature->birth),
            .type = signature->type,
            .objects = signature->objects,
        };
    }
    if (healthy->count == 0) {
        return healthy;
    }
    qsort(healthy->items, healthy->count, sizeof *healthy->items,
          compare_healthy);
    for (size_t i = 1; i < healthy->count; i++) {
        if (compare_healthy(&healthy->items[kept], &healthy->items[i]) == 0) {
            healthy->items[kept].objects += healthy->items[i].objects;
        }
        else {
            healthy->items[++kept] = healthy->items[i];
        }
    }
    healthy->count = kept + 1;
    return healthy;
}

void
healthy_free(struct healthy *healthy)
{
    free(healthy->items);
    free(healthy);
}

uint64_t
healthy_objects(const struct healthy *healthy, uint32_t type,
                uint64_t birthplace)
{
    struct health wanted = { .type = type, .birthplace = birthplace };
    const struct health *found =
        healthy->count == 0
            ? NULL
            : (const struct health *)bsearch(&wanted, healthy->items,
                                             healthy->count, sizeof wanted,
                                             compare_healthy);

    return found != NULL ? found->objects : 0;
}
