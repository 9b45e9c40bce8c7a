#include "report/blame/elsewhere.h"

#include <math.h>
#include <stdlib.h>

#include "report/text/memory.h"
#include "report/text/sorted.h"

/* How likely a function is to blame for a finding. */
struct row {
    uint32_t function;
    size_t finding;
    double share;
};

struct rows {
    struct row *items;
    size_t count;
};

static int
compare(const void *a, const void *b)
{
    const struct row *left = (const struct row *)a;
    const struct row *right = (const struct row *)b;

    if (left->function != right->function) {
        return left->function < right->function ? -1 : 1;
    }
    if (left->share != right->share) {
        return left->share < right->share ? 1 : -1;
    }
    return (left->finding > right->finding) - (left->finding < right->finding);
}

/* Of deficits nothing is weighed, and some of the others will not be told of. */
static bool
tells(const struct finding *finding, const struct suspect *suspect)
{
    return finding->verdict == VERDICT_SURPLUS && !suspect->drowned &&
           !suspect->hidden;
}

static void
add_rows(struct rows *rows, const struct finding *finding, size_t number)
{
    for (size_t i = 0; i < finding->hypotheses.count; i++) {
        const struct hypothesis *one = &finding->hypotheses.items[i];

        rows->items = (struct row *)memory_room(rows->items, rows->count,
                                                sizeof *rows->items);
        rows->items[rows->count++] =
            (struct row){ one->function, number, one->function_share };
    }
}

/* The likeliest of a function's rows that is not of this finding: its share. */
static double
share_elsewhere(const struct rows *rows, uint32_t function, size_t finding)
{
    struct row wanted = { .function = function, .share = INFINITY };
    size_t low = sorted_first(rows->items, rows->count, sizeof *rows->items,
                              &wanted, compare);

    while (low < rows->count && rows->items[low].function == function &&
           rows->items[low].finding == finding) {
        low++;
    }
    return low < rows->count && rows->items[low].function == function
               ? rows->items[low].share
               : 0;
}

void
elsewhere_argue(struct finding *findings, struct suspect *const *suspects,
                size_t count)
{
    struct rows rows = { 0 };

    for (size_t i = 0; i < count; i++) {
        if (tells(&findings[i], suspects[i])) {
            add_rows(&rows, &findings[i], i);
        }
    }
    if (rows.count > 0) {
        qsort(rows.items, rows.count, sizeof *rows.items, compare);
    }
    for (size_t i = 0; i < count; i++) {
        struct hypotheses *hypotheses = &findings[i].hypotheses;

        if (findings[i].verdict != VERDICT_SURPLUS) {
            continue;
        }
        for (size_t h = 0; h < hypotheses->count; h++) {
            struct hypothesis *one = &hypotheses->items[h];

            one->values[WEIGHED_ELSEWHERE] =
                share_elsewhere(&rows, one->function, i);
        }
        hypotheses_weigh(hypotheses);
    }
    free(rows.items);
}
