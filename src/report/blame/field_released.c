#include "report/blame/field_released.h"

#include <math.h>
#include <stdlib.h>

#include "report/evidence/held_fields.h"
#include "report/text/memory.h"

/* What happened below the calls of one function. */
struct below {
    double net; /* taken, and not released */
    double put; /* ... into fields, and released from there later */
};

static struct held_change
change_of(const struct part *part)
{
    return (struct held_change){ .stack = &part->stack,
                                 .tag = part->tag,
                                 .born = part->birth,
                                 .taken = part->taken,
                                 .released = part->released };
}

/* What of the part was put into fields less what it released from them. */
static double
put_by(struct held_fields *fields, const struct part *part)
{
    const struct held_change change = change_of(part);
    double put = part->taken * held_fields_given_back(fields, &change);
    const struct held_field *field =
        part->released > 0 ? held_fields_from(fields, &part->stack) : NULL;

    return field != NULL && field->taken > 0
               ? put - part->released * fmin(field->taken / field->released, 1)
               : put;
}

static void
add_part(const struct part *part, double put,
         const struct hypotheses *hypotheses, struct below *below)
{
    for (size_t f = 0; f < part->stack.relevant; f++) {
        const struct hypothesis *one = hypotheses_find(
            hypotheses, part->stack.frames[f].function, MECHANISM_KEPT);

        if (one != NULL && !stack_enters_again(&part->stack, f)) {
            below[one - hypotheses->items].net += part->taken - part->released;
            below[one - hypotheses->items].put += put;
        }
    }
}

void
field_released_argue(const struct blame_sources *sources,
                     const struct parts *parts, size_t samples,
                     struct hypotheses *hypotheses)
{
    struct held_fields fields = { .fates = sources->fates,
                                  .ledger = sources->ledger };
    struct below *below =
        (struct below *)memory_zeroed(hypotheses->count + 1, sizeof *below);
    double missing = 0;

    for (size_t i = 0; i < parts->count; i++) {
        const struct held_change change = change_of(&parts->items[i]);

        held_fields_add(&fields, &change);
        missing += change.taken - change.released;
    }
    for (size_t i = 0; i < parts->count; i++) {
        add_part(&parts->items[i], put_by(&fields, &parts->items[i]),
                 hypotheses, below);
    }
    for (size_t i = 0; i < hypotheses->count && missing > 0; i++) {
        double left = fmax(below[i].net - below[i].put, 0);

        if (below[i].put > 0 && below[i].net > 0) {
            hypotheses->items[i].values[WEIGHED_FIELD_RELEASED] +=
                fmax(1 - left / missing, 0) / (double)samples;
        }
    }
    free(below);
}

void
field_released_excuse(struct hypotheses *hypotheses)
{
    for (size_t i = 0; i < hypotheses->count; i++) {
        double *values = hypotheses->items[i].values;

        values[WEIGHED_LIVES] *= 1 - values[WEIGHED_FIELD_RELEASED];
    }
}
