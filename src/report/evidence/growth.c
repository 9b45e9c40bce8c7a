#include "report/evidence/growth.h"

#include <stdlib.h>
#include <string.h>

#include "ledger/marks.h"
#include "report/evidence/class_counts.h"
#include "report/evidence/course.h"
#include "report/evidence/passes.h"
#include "report/evidence/rise.h"
#include "report/text/memory.h"

/* Numbers that a line refers to. */
struct kept {
    struct kept *next;
    double *values;
};

struct growth {
    const struct ledger *ledger;
    struct course_index *courses;
    struct class_counts *counts;
    struct points points;
    struct passes *passes; /* NULL: not by region */
    bool per_call;
    struct kept *kept;
};

uint32_t
growth_checkpoints(const struct ledger *ledger)
{
    uint32_t used = ledger_used(ledger, LEDGER_CHECKPOINTS);
    uint32_t last = used > 1 ? used - 1 : 0;

    /* The time is written with the rest, when all marks are there. */
    return last > 0 && ledger_checkpoint_at(ledger, last)->realtime_ns == 0
               ? last - 1
               : last;
}

uint32_t
growth_passes(const struct ledger *ledger, const char *region)
{
    return passes_count(ledger, region, growth_checkpoints(ledger));
}

bool
growth_was_born_inside(const struct growth *growth, uint64_t serial)
{
    return growth->passes != NULL && passes_find(growth->passes, serial) != 0;
}

/* All checkpoints, or the passes of a region. */
static void
number_points(struct growth *growth, const char *region)
{
    const struct ledger *ledger = growth->ledger;
    uint32_t count = growth_checkpoints(ledger);
    struct points *points = &growth->points;

    points->checkpoints = count;
    points->of = (uint32_t *)memory_zeroed(count + 1, sizeof *points->of);
    if (region != NULL) {
        growth->passes = passes_create(ledger, region, points);
        growth->per_call = true;
        return;
    }
    points->count = count;
    /* The first may be any: it is what the first round is compared with. */
    growth->per_call = count > 1;
    for (uint32_t i = 1; i <= count; i++) {
        points->of[i] = i - 1;
        growth->per_call &= i == 1 || ledger_checkpoint_at(ledger, i)->origin ==
                                          LEDGER_CHECKPOINT_ROUND;
    }
}

struct growth *
growth_create(const struct ledger *ledger, const char *region)
{
    struct growth *growth = (struct growth *)memory_zeroed(1, sizeof *growth);

    growth->ledger = ledger;
    growth->courses = course_create(ledger);
    growth->counts = class_counts_create(ledger);
    number_points(growth, region);
    return growth;
}

void
growth_free(struct growth *growth)
{
    course_free(growth->courses);
    class_counts_free(growth->counts);
    passes_free(growth->passes);
    free(growth->points.of);
    for (struct kept *kept = growth->kept, *next; kept != NULL; kept = next) {
        next = kept->next;
        free(kept->values);
        free(kept);
    }
    free(growth);
}

size_t
growth_points(const struct growth *growth)
{
    return growth->points.count;
}

bool
growth_is_by_region(const struct growth *growth)
{
    return growth->passes != NULL;
}

/* The number of an account's class, 0: it never was at a checkpoint. */
static uint32_t
find_class(const struct growth *growth, uint32_t index)
{
    const struct ledger_account *account =
        ledger_account_at(growth->ledger, index);
    bool alone = marks_stands_alone(account);

    return class_counts_find(growth->counts, account->type,
                             alone ? 0 : account->birth, alone ? index : 0);
}

static void
keep_values(struct growth *growth, struct growth_line *line, double *values)
{
    struct kept *kept = (struct kept *)memory_zeroed(1, sizeof *kept);

    *kept = (struct kept){ growth->kept, values };
    growth->kept = kept;
    line->values = values;
}

/* `values` are changes, and are kept or freed. */
static struct growth_line
measure_changes(struct growth *growth, double *values)
{
    struct growth_line line;

    for (size_t i = 1; i < growth->points.count; i++) {
        values[i] += values[i - 1];
    }
    line = growth_line_measure(values, growth->points.count);
    line.per_call = growth->per_call;
    if (line.kind == GROWTH_UNKNOWN || line.kind == GROWTH_NONE) {
        free(values);
    }
    else {
        keep_values(growth, &line, values);
    }
    return line;
}

struct growth_line
growth_of_births(struct growth *growth, uint32_t type,
                 const struct growth_birth *births, size_t count)
{
    struct class_sum sum;

    if (growth->points.count < GROWTH_POINTS_MIN && growth->passes == NULL) {
        struct growth_line line =
            course_of_births(growth->courses, type, births, count);

        return line.kind != GROWTH_UNKNOWN
                   ? line
                   : rise_of_births(growth->ledger, births, count);
    }
    sum = class_sum_begin(growth->counts, &growth->points, false);
    for (size_t i = 0; i < count; i++) {
        class_sum_add_born(&sum, growth->counts, type, births[i].birth);
    }
    return measure_changes(growth, class_sum_end(&sum));
}

struct growth_line
growth_of_class(struct growth *growth, uint32_t type, uint32_t birth)
{
    return growth_of_births(growth, type, &(struct growth_birth){ birth, 0 },
                            1);
}

bool
growth_is_by_kind(const struct growth *growth)
{
    return growth->points.checkpoints == 0 && growth->passes == NULL;
}

bool
growth_had_many(const struct growth *growth, uint32_t type, uint32_t birth)
{
    return course_is_known(growth->courses, type, birth);
}

/* Of what a pass takes, half at least is given back on the way to the next:
 * __exit__ is called with None three times, and who asked uses up a result. */
static void
leave_out_loans(struct class_sum *sum)
{
    size_t points = sum->points->count;
    double grown = 0, given_back = -sum->between;

    for (size_t i = 1; i < points; i++) {
        grown += sum->changes[i];
    }
    if (points > 2 && grown > 0 &&
        given_back / (double)(points - 2) > grown / (double)(points - 1) / 2) {
        memset(sum->changes + 1, 0, (points - 1) * sizeof *sum->changes);
    }
}

/* Of the references of all objects of these classes, counted once. */
static struct growth_line
growth_of_known(struct growth *growth, const uint32_t *classes, size_t count)
{
    struct class_sum sum =
        class_sum_begin(growth->counts, &growth->points, true);

    for (size_t i = 0; i < count; i++) {
        const struct ledger_class *class =
            ledger_class_at(growth->ledger, classes[i]);

        if (classes[i] != 0 && class->account == 0) {
            class_sum_add_born(&sum, growth->counts, class->type, class->birth);
        }
        else if (classes[i] != 0) {
            class_sum_add(&sum, growth->counts, classes[i]);
        }
    }
    leave_out_loans(&sum);
    return measure_changes(growth, class_sum_end(&sum));
}

struct growth_line
growth_of_left(struct growth *growth, const struct growth_left *left,
               size_t count)
{
    uint32_t *classes = (uint32_t *)memory_zeroed(count, sizeof *classes);
    double *values =
        (double *)memory_zeroed(growth->points.count, sizeof *values);
    struct growth_line line;

    for (size_t i = 0; i < count; i++) {
        size_t pass = growth->passes == NULL
                          ? 0
                          : passes_find(growth->passes, left[i].serial);

        classes[i] =
            class_counts_find(growth->counts, left[i].type, left[i].birth, 0);
        values[pass] += left[i].references > 0 ? (double)left[i].references : 0;
    }
    line = growth_of_known(growth, classes, count);
    free(classes);
    if (line.kind == GROWTH_LINEAR || line.kind == GROWTH_NOISE) {
        return measure_changes(growth, values);
    }
    free(values);
    return line;
}

/* False: one was not born in a pass. */
static bool
fill_left(const struct growth *growth, const uint32_t *accounts, size_t count,
          struct growth_left *left)
{
    for (size_t i = 0; i < count; i++) {
        const struct ledger_account *account =
            ledger_account_at(growth->ledger, accounts[i]);

        if (!growth_was_born_inside(growth, account->serial)) {
            return false;
        }
        left[i] = (struct growth_left){ account->serial, account->type,
                                        account->birth, account->references };
    }
    return count > 0;
}

/* Are all that live of their classes, and were born in a pass, among these? */
static bool
are_all(const struct growth *growth, const uint32_t *classes, size_t count)
{
    const struct ledger *ledger = growth->ledger;
    bool *wanted =
        (bool *)memory_zeroed(ledger_used(ledger, LEDGER_CLASSES), 1);
    size_t alive = 0;

    for (size_t i = 0; i < count; i++) {
        wanted[classes[i]] = classes[i] != 0;
    }
    for (uint32_t i = 1; i < ledger_used(ledger, LEDGER_ACCOUNTS); i++) {
        const struct ledger_account *account = ledger_account_at(ledger, i);

        alive += account->state == LEDGER_ACCOUNT_BORN &&
                 account->references > 0 && wanted[find_class(growth, i)] &&
                 growth_was_born_inside(growth, account->serial);
    }
    free(wanted);
    return alive == count;
}

/*
 * Of objects that passes left behind. Where nothing else is left of their classes,
 * that goes for those without an account as well, which are counted.
 */
static struct growth_line
growth_of_counted(struct growth *growth, const uint32_t *accounts, size_t count,
                  struct growth_line own)
{
    uint32_t *classes = (uint32_t *)memory_zeroed(count, sizeof *classes);
    struct growth_line all;

    for (size_t i = 0; i < count; i++) {
        classes[i] = find_class(growth, accounts[i]);
    }
    all = growth_of_known(growth, classes, count);
    if (all.kind != GROWTH_LINEAR || all.first != 0 || all.last <= own.last ||
        !are_all(growth, classes, count)) {
        all = own;
    }
    free(classes);
    return all;
}

struct growth_line
growth_of_accounts(struct growth *growth, const uint32_t *accounts,
                   size_t count)
{
    struct growth_left *left =
        (struct growth_left *)memory_zeroed(count, sizeof *left);
    uint32_t *classes = (uint32_t *)memory_zeroed(count, sizeof *classes);
    struct growth_line line;

    if (growth->passes != NULL && fill_left(growth, accounts, count, left)) {
        line = growth_of_left(growth, left, count);
        if (line.kind == GROWTH_LINEAR || line.kind == GROWTH_NOISE) {
            line = growth_of_counted(growth, accounts, count, line);
        }
    }
    else {
        for (size_t i = 0; i < count; i++) {
            classes[i] = find_class(growth, accounts[i]);
        }
        line = growth_of_known(growth, classes, count);
    }
    free(left);
    free(classes);
    return line;
}
