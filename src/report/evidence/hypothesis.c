#include "report/evidence/hypothesis.h"

#include <math.h>
#include <stdlib.h>

#include "report/text/memory.h"

struct weight {
    const char *word;
    double weight;
    const char *sentence;
};

static const struct weight weights[] = {
#define WEIGHT(name, speaks, weight, sentence) { #name, weight, sentence },
#include "report/evidence/weights.def"
#undef WEIGHT
};

struct hypothesis *
hypotheses_of(struct hypotheses *hypotheses, uint32_t function,
              enum mechanism mechanism)
{
    struct hypothesis *added;

    for (size_t i = 0; i < hypotheses->count; i++) {
        struct hypothesis *one = &hypotheses->items[i];

        if (one->function == function && (one->mechanism == MECHANISM_KEPT) ==
                                             (mechanism == MECHANISM_KEPT)) {
            one->mechanism =
                mechanism > one->mechanism ? mechanism : one->mechanism;
            return one;
        }
    }
    hypotheses->items = (struct hypothesis *)memory_room(
        hypotheses->items, hypotheses->count, sizeof *hypotheses->items);
    added = &hypotheses->items[hypotheses->count++];
    *added =
        (struct hypothesis){ .function = function, .mechanism = mechanism };
    return added;
}

struct hypothesis *
hypotheses_find(const struct hypotheses *hypotheses, uint32_t function,
                enum mechanism mechanism)
{
    for (size_t i = 0; i < hypotheses->count; i++) {
        if (hypotheses->items[i].function == function &&
            hypotheses->items[i].mechanism == mechanism) {
            return &hypotheses->items[i];
        }
    }
    return NULL;
}

void
hypotheses_clear(struct hypotheses *hypotheses)
{
    for (size_t i = 0; i < hypotheses->count; i++) {
        free(hypotheses->items[i].why);
    }
    free(hypotheses->items);
    *hypotheses = (struct hypotheses){ 0 };
}

static int
compare_numbers(double a, double b)
{
    return (a < b) - (a > b);
}

static int
compare_shares(const void *a, const void *b)
{
    const struct hypothesis *left = (const struct hypothesis *)a;
    const struct hypothesis *right = (const struct hypothesis *)b;
    int order = compare_numbers(left->function_share, right->function_share);

    if (order != 0) {
        return order;
    }
    if (left->function != right->function) {
        return left->function < right->function ? -1 : 1;
    }
    order = compare_numbers(left->share, right->share);
    return order != 0 ? order
                      : (left->mechanism > right->mechanism) -
                            (left->mechanism < right->mechanism);
}

void
hypotheses_sort(struct hypotheses *hypotheses)
{
    for (size_t i = 0; i < hypotheses->count; i++) {
        struct hypothesis *one = &hypotheses->items[i];

        one->function_share = 0;
        for (size_t j = 0; j < hypotheses->count; j++) {
            if (hypotheses->items[j].function == one->function) {
                one->function_share += hypotheses->items[j].share;
            }
        }
    }
    if (hypotheses->count > 0) {
        qsort(hypotheses->items, hypotheses->count, sizeof *hypotheses->items,
              compare_shares);
    }
}

void
hypotheses_keep(struct hypotheses *hypotheses, hypothesis_test *is_kept,
                const void *context)
{
    size_t kept = 0;

    for (size_t i = 0; i < hypotheses->count; i++) {
        struct hypothesis *one = &hypotheses->items[i];

        if (is_kept(one, context)) {
            hypotheses->items[kept++] = *one;
        }
        else {
            free(one->why);
        }
    }
    hypotheses->count = kept;
}

/* Where a function is nowhere to be shown, only what others argue knows it. */
static bool
is_placed(const struct hypothesis *hypothesis, const void *nothing)
{
    (void)nothing;
    return hypothesis->tag != 0 || hypothesis->alone != NULL;
}

/*
 * Who took an exception from the interpreter and kept it has it, as others have
 * what they were given: what speaks for that speaks for this.
 */
static void
share_values(struct hypotheses *hypotheses)
{
    for (size_t i = 0; i < hypotheses->count; i++) {
        struct hypothesis *fetched = &hypotheses->items[i];

        for (size_t j = 0; j < hypotheses->count; j++) {
            const struct hypothesis *kept = &hypotheses->items[j];

            if (fetched->mechanism != MECHANISM_FETCHED ||
                kept->mechanism != MECHANISM_KEPT ||
                kept->function != fetched->function) {
                continue;
            }
            for (size_t w = 0; w < WEIGHED_COUNT; w++) {
                fetched->values[w] = fetched->values[w] != 0
                                         ? fetched->values[w]
                                         : kept->values[w];
            }
        }
    }
}

void
hypotheses_weigh(struct hypotheses *hypotheses)
{
    double all = 1; /* nobody of these: exp(0) */

    hypotheses_keep(hypotheses, is_placed, NULL);
    share_values(hypotheses);
    for (size_t i = 0; i < hypotheses->count; i++) {
        struct hypothesis *one = &hypotheses->items[i];

        one->score = 0;
        for (size_t w = 0; w < WEIGHED_COUNT; w++) {
            one->score += weights[w].weight * one->values[w];
        }
        all += exp(one->score);
    }
    for (size_t i = 0; i < hypotheses->count; i++) {
        hypotheses->items[i].share = exp(hypotheses->items[i].score) / all;
    }
    hypotheses_sort(hypotheses);
}

const char *
mechanism_word(enum mechanism mechanism)
{
    static const char *const words[MECHANISM_KINDS] = {
        [MECHANISM_KEPT] = "kept",
        [MECHANISM_OVERWROTE] = "overwrote",
        [MECHANISM_LEFT_OUT] = "left out",
        [MECHANISM_FETCHED] = "fetched",
        [MECHANISM_OWES_TYPE] = "owes its type",
        [MECHANISM_RELEASED] = "released",
        [MECHANISM_LENT] = "gave away",
    };

    return words[mechanism];
}

const char *
mechanism_sentence(enum mechanism mechanism)
{
    static const char *const sentences[MECHANISM_KINDS] = {
        [MECHANISM_KEPT] = "took or was given them, and kept them",
        [MECHANISM_LEFT_OUT] = "left them out when it released",
        [MECHANISM_OVERWROTE] = "overwrote what held them",
        [MECHANISM_FETCHED] = "took them from the interpreter, and kept them",
        [MECHANISM_OWES_TYPE] = "took instances apart, and kept their type",
        [MECHANISM_RELEASED] = "released what it did not own",
        [MECHANISM_LENT] = "gave away what it did not own",
    };

    return sentences[mechanism];
}

const char *
weighed_word(enum weighed weighed)
{
    return weights[weighed].word;
}

const char *
weighed_sentence(enum weighed weighed)
{
    return weights[weighed].sentence;
}

double
weighed_weight(enum weighed weighed)
{
    return weights[weighed].weight;
}
