#include "report/blame/candidates.h"

#include <stdlib.h>

#include "report/text/memory.h"

struct candidate *
candidates_of(struct candidates *candidates, uint32_t function)
{
    struct candidate *candidate;

    for (size_t i = 0; i < candidates->count; i++) {
        if (candidates->items[i].function == function) {
            return &candidates->items[i];
        }
    }
    candidates->items = (struct candidate *)memory_room(
        candidates->items, candidates->count, sizeof *candidates->items);
    candidate = &candidates->items[candidates->count++];
    *candidate = (struct candidate){ .function = function };
    return candidate;
}

static int
compare_candidates(const void *a, const void *b)
{
    const struct candidate *left = (const struct candidate *)a;
    const struct candidate *right = (const struct candidate *)b;

    if (left->score != right->score) {
        return left->score < right->score ? 1 : -1;
    }
    return (left->function > right->function) -
           (left->function < right->function);
}

void
candidates_sort(struct candidates *candidates)
{
    double sum = 0;

    for (size_t i = 0; i < candidates->count; i++) {
        sum += candidates->items[i].score;
    }
    if (sum > 0) {
        candidates->evidence = sum / (sum + candidates->lost);
    }
    for (size_t i = 0; i < candidates->count && sum > 0; i++) {
        candidates->items[i].score /= sum;
    }
    if (candidates->count > 0) {
        qsort(candidates->items, candidates->count, sizeof *candidates->items,
              compare_candidates);
    }
}
