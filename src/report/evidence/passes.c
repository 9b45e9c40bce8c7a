#include "report/evidence/passes.h"

#include <stdlib.h>
#include <string.h>

#include "report/text/memory.h"

/* Accounts that were opened in it are those behind `before` to `last`. */
struct pass {
    uint64_t before, last;
};

struct passes {
    struct pass *all;
    size_t count;
};

static bool
is_of_region(const struct ledger *ledger,
             const struct ledger_checkpoint *checkpoint, const char *region)
{
    uint32_t length;
    const char *label = ledger_text(ledger, checkpoint->label, &length);

    return label != NULL && length == strlen(region) &&
           memcmp(label, region, length) == 0;
}

/*
 * What changes from entering the region to leaving it counts at that pass; and
 * what was there when it was entered first, at point 0. `points` may be NULL.
 * Returns the number of passes; `last` is the checkpoint that ends them.
 */
static uint32_t
number_passes(const struct ledger *ledger, const char *region,
              uint32_t checkpoints, uint32_t *points, uint32_t *last)
{
    uint32_t entered = 0, passes = 0;
    bool before = true;

    for (uint32_t i = 1; i <= checkpoints; i++) {
        const struct ledger_checkpoint *checkpoint =
            ledger_checkpoint_at(ledger, i);

        if (points != NULL) {
            points[i] = before ? 0 : POINT_NOWHERE;
        }
        if (!is_of_region(ledger, checkpoint, region)) {
            continue;
        }
        if (checkpoint->origin == LEDGER_CHECKPOINT_ENTER) {
            entered = i;
            before = false;
        }
        else if (checkpoint->origin == LEDGER_CHECKPOINT_LEAVE &&
                 entered != 0) {
            passes++;
            for (uint32_t c = entered + 1; points != NULL && c <= i; c++) {
                points[c] = passes;
            }
            entered = 0;
            *last = i;
        }
    }
    return passes;
}

uint32_t
passes_count(const struct ledger *ledger, const char *region,
             uint32_t checkpoints)
{
    uint32_t last;

    return number_passes(ledger, region, checkpoints, NULL, &last);
}

/* Which accounts were opened in which pass. */
static void
find_births(struct passes *passes, const struct ledger *ledger,
            const struct points *points)
{
    uint32_t borders = ledger_used(ledger, LEDGER_BORDERS), entered = 0;

    for (uint32_t b = 1; b < borders; b++) {
        const struct ledger_border *border = ledger_border_at(ledger, b);
        uint32_t point = border->checkpoint <= points->checkpoints
                             ? points->of[border->checkpoint]
                             : POINT_NOWHERE;
        bool enters =
            border->checkpoint != 0 &&
            ledger_checkpoint_at(ledger, border->checkpoint)->origin ==
                LEDGER_CHECKPOINT_ENTER;

        /* What is within the pass has its number; what enters it has not. */
        if (point == POINT_NOWHERE || point == 0 || enters) {
            entered =
                enters && (point == POINT_NOWHERE || point == 0) ? b : entered;
            continue;
        }
        if (entered != 0) {
            passes->all[point - 1].before =
                ledger_border_at(ledger, entered)->serial;
            entered = 0;
        }
        passes->all[point - 1].last = border->serial;
    }
}

struct passes *
passes_create(const struct ledger *ledger, const char *region,
              struct points *points)
{
    struct passes *passes = (struct passes *)memory_zeroed(1, sizeof *passes);
    uint32_t last = points->checkpoints;

    passes->count =
        number_passes(ledger, region, points->checkpoints, points->of, &last);
    points->checkpoints = last;
    passes->all =
        (struct pass *)memory_zeroed(passes->count, sizeof *passes->all);
    points->count = passes->count + 1;
    find_births(passes, ledger, points);
    return passes;
}

void
passes_free(struct passes *passes)
{
    if (passes != NULL) {
        free(passes->all);
        free(passes);
    }
}

size_t
passes_find(const struct passes *passes, uint64_t serial)
{
    size_t low = 0, high = passes->count;

    while (low < high) {
        size_t middle = (low + high) / 2;

        if (serial > passes->all[middle].last) {
            low = middle + 1;
        }
        else {
            high = middle;
        }
    }
    return low < passes->count && serial > passes->all[low].before ? low + 1
                                                                   : 0;
}
