#include "report/evidence/lives.h"

#include <stdlib.h>

#include "report/text/memory.h"

/* Longer lives teach less. */
enum { SIGNATURE_ENTRIES_MAX = 128 };

/* What learns. */
struct learners {
    struct settling *settling;
    struct answers *answers;
};

struct life_part {
    const struct ledger_signature_entry *entry;
    struct stack stack;
    uint64_t taken, released;
};

/*
 * Of two takings that have as much of their path in common with a release: a
 * function gives back what it had made before what others took of it, and what
 * it was handed before what is deep in other functions; then the latest.
 */
static bool
is_likelier(const struct life_part *one, const struct life_part *other,
            uint32_t birth)
{
    bool born = one->entry->tag == birth;

    if (born != (other->entry->tag == birth)) {
        return born;
    }
    if (one->stack.relevant != other->stack.relevant) {
        return one->stack.relevant < other->stack.relevant;
    }
    return one->entry->last > other->entry->last;
}

/* The taking that a release answers: longest common path. */
static struct life_part *
find_answered(struct life_part *parts, size_t count, uint32_t birth,
              const struct life_part *released, size_t *common)
{
    struct life_part *best = NULL;

    *common = 0;
    for (size_t i = 0; i < count; i++) {
        size_t shared;

        if (parts[i].taken == 0) {
            continue;
        }
        shared = stack_common(&parts[i].stack, &released->stack);
        if (best == NULL || shared > *common ||
            (shared == *common && is_likelier(&parts[i], best, birth))) {
            best = &parts[i];
            *common = shared;
        }
    }
    return best;
}

static int
compare_last(const void *a, const void *b)
{
    uint32_t left = ((const struct life_part *)a)->entry->last;
    uint32_t right = ((const struct life_part *)b)->entry->last;

    return (left > right) - (left < right);
}

static void
learn_life(const struct inputs *inputs, const struct learners *learners,
           const struct ledger_signature *life, struct life_part *parts,
           double times)
{
    /* Otherwise hot paths would drown the rest: about 1 + .3 ln(objects). */
    int bits = life->objects > 0 ? 63 - __builtin_clzll(life->objects) : 0;
    double weight = times * (1 + .2 * bits);
    size_t count = life->count < SIGNATURE_ENTRIES_MAX ? life->count
                                                       : SIGNATURE_ENTRIES_MAX;

    for (size_t i = 0; i < count; i++) {
        parts[i].entry = ledger_signature_entry_at(inputs->ledger,
                                                   life->first + (uint32_t)i);
        parts[i].taken = parts[i].entry->taken;
        parts[i].released = parts[i].entry->released;
        stacks_fill(inputs->stacks, parts[i].entry->tag, &parts[i].stack);
        if (parts[i].taken > 0) {
            settling_see(learners->settling, &parts[i].stack,
                         (double)life->objects);
        }
        if (learners->answers != NULL && parts[i].entry->tag == life->birth) {
            answers_learn_birth(learners->answers, &parts[i].stack, life->type);
        }
    }
    qsort(parts, count, sizeof *parts, compare_last);
    for (size_t i = 0; i < count; i++) {
        while (parts[i].released > 0) {
            size_t common;
            struct life_part *taken =
                find_answered(parts, count, life->birth, &parts[i], &common);
            uint64_t amount;

            if (taken == NULL) {
                break;
            }
            amount = taken->taken < parts[i].released ? taken->taken
                                                      : parts[i].released;
            taken->taken -= amount;
            parts[i].released -= amount;
            settling_learn(learners->settling, &taken->stack, &parts[i].stack,
                           taken->entry->tag == life->birth,
                           stack_disposed(inputs->symbols, &parts[i].stack,
                                          parts[i].stack.relevant - common),
                           weight);
            if (learners->answers != NULL) {
                answers_learn(learners->answers, &taken->stack, &parts[i].stack,
                              parts[i].entry->tag, weight);
            }
        }
    }
}

void
lives_learn(const struct inputs *inputs, struct settling *settling,
            struct answers *answers, double weight)
{
    struct learners learners = { settling, answers };
    uint32_t used = ledger_used(inputs->ledger, LEDGER_SIGNATURES);
    struct life_part *parts =
        (struct life_part *)memory_zeroed(SIGNATURE_ENTRIES_MAX, sizeof *parts);

    for (uint32_t i = 1; i < used; i++) {
        learn_life(inputs, &learners, ledger_signature_at(inputs->ledger, i),
                   parts, weight);
    }
    for (size_t i = 0; i < SIGNATURE_ENTRIES_MAX; i++) {
        stack_clear(&parts[i].stack);
    }
    free(parts);
}
