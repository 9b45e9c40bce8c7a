#include "report/evidence/growth.h"

#include <stdlib.h>
#include <string.h>

#include "report/evidence/course.h"
#include "report/text/memory.h"

struct known_class {
    uint32_t type, birth, account, kind;
    uint32_t number; /* in the ledger */
};

/* Numbers that a line refers to. */
struct kept {
    struct kept *next;
    double *values;
};

/* Accounts that were opened in it are those behind `before` to `last`. */
struct pass {
    uint64_t before, last;
};

struct growth {
    const struct ledger *ledger;
    struct course_index *courses;
    struct known_class *classes; /* sorted */
    size_t class_count;
    uint32_t *starts; /* by class: its first place in `marks`, and one more */
    uint32_t *marks;  /* in the order of the ledger */
    size_t checkpoints;
    uint32_t *points; /* by checkpoint: where its changes count, or NOWHERE */
    size_t point_count;
    struct pass *passes; /* through the region: one less than points */
    bool by_region;
    bool per_call;
    struct kept *kept;
};

static const uint32_t NOWHERE = UINT32_MAX;

static int
compare_classes(const void *a, const void *b)
{
    const struct known_class *left = (const struct known_class *)a;
    const struct known_class *right = (const struct known_class *)b;

    if (left->type != right->type) {
        return left->type < right->type ? -1 : 1;
    }
    if (left->birth != right->birth) {
        return left->birth < right->birth ? -1 : 1;
    }
    if (left->account != right->account) {
        return left->account < right->account ? -1 : 1;
    }
    return (left->kind > right->kind) - (left->kind < right->kind);
}

static void
sort_marks(struct growth *growth)
{
    const struct ledger *ledger = growth->ledger;
    uint32_t classes = ledger_used(ledger, LEDGER_CLASSES);
    uint32_t marks = ledger_used(ledger, LEDGER_MARKS);
    uint32_t *next = (uint32_t *)memory_zeroed(classes + 1, sizeof *next);

    growth->starts = (uint32_t *)memory_zeroed(classes + 2, sizeof *next);
    growth->marks = (uint32_t *)memory_zeroed(marks, sizeof *next);
    for (uint32_t i = 1; i < marks; i++) {
        growth->starts[ledger_mark_at(ledger, i)->class_index + 1]++;
    }
    for (uint32_t i = 0; i <= classes; i++) {
        growth->starts[i + 1] += growth->starts[i];
    }
    memcpy(next, growth->starts, classes * sizeof *next);
    for (uint32_t i = 1; i < marks; i++) {
        growth->marks[next[ledger_mark_at(ledger, i)->class_index]++] = i;
    }
    free(next);
}

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
 * Returns the number of passes.
 */
static uint32_t
number_passes(const struct ledger *ledger, const char *region,
              uint32_t checkpoints, uint32_t *points)
{
    uint32_t entered = 0, passes = 0;
    bool before = true;

    for (uint32_t i = 1; i <= checkpoints; i++) {
        const struct ledger_checkpoint *checkpoint =
            ledger_checkpoint_at(ledger, i);

        if (points != NULL) {
            points[i] = before ? 0 : NOWHERE;
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
        }
    }
    return passes;
}

uint32_t
growth_passes(const struct ledger *ledger, const char *region)
{
    return number_passes(ledger, region, growth_checkpoints(ledger), NULL);
}

/* Which accounts were opened in which pass. */
static void
find_births(struct growth *growth)
{
    const struct ledger *ledger = growth->ledger;
    uint32_t borders = ledger_used(ledger, LEDGER_BORDERS), entered = 0;
    size_t passes = growth->point_count - 1;

    growth->passes =
        (struct pass *)memory_zeroed(passes, sizeof *growth->passes);
    for (uint32_t b = 1; b < borders; b++) {
        const struct ledger_border *border = ledger_border_at(ledger, b);
        uint32_t point = border->checkpoint <= growth->checkpoints
                             ? growth->points[border->checkpoint]
                             : NOWHERE;
        bool enters =
            border->checkpoint != 0 &&
            ledger_checkpoint_at(ledger, border->checkpoint)->origin ==
                LEDGER_CHECKPOINT_ENTER;

        /* What is within the pass has its number; what enters it has not. */
        if (point == NOWHERE || point == 0 || enters) {
            entered = enters && (point == NOWHERE || point == 0) ? b : entered;
            continue;
        }
        if (entered != 0) {
            growth->passes[point - 1].before =
                ledger_border_at(ledger, entered)->serial;
            entered = 0;
        }
        growth->passes[point - 1].last = border->serial;
    }
}

/* The pass in which an account was opened, from 1; 0: none. */
static size_t
pass_of(const struct growth *growth, uint64_t serial)
{
    size_t low = 0, high = growth->by_region ? growth->point_count - 1 : 0;

    while (low < high) {
        size_t middle = (low + high) / 2;

        if (serial > growth->passes[middle].last) {
            low = middle + 1;
        }
        else {
            high = middle;
        }
    }
    return growth->by_region && low < growth->point_count - 1 &&
                   serial > growth->passes[low].before
               ? low + 1
               : 0;
}

bool
growth_was_born_inside(const struct growth *growth, uint64_t serial)
{
    return pass_of(growth, serial) != 0;
}

/* All checkpoints, or the passes of a region. */
static void
number_points(struct growth *growth, const char *region)
{
    const struct ledger *ledger = growth->ledger;
    uint32_t count = (uint32_t)growth->checkpoints;

    growth->points =
        (uint32_t *)memory_zeroed(count + 1, sizeof *growth->points);
    if (region != NULL) {
        growth->point_count =
            number_passes(ledger, region, count, growth->points) + 1;
        growth->by_region = true;
        growth->per_call = true;
        find_births(growth);
        return;
    }
    growth->point_count = count;
    /* The first may be any: it is what the first round is compared with. */
    growth->per_call = count > 1;
    for (uint32_t i = 1; i <= count; i++) {
        growth->points[i] = i - 1;
        growth->per_call &= i == 1 || ledger_checkpoint_at(ledger, i)->origin ==
                                          LEDGER_CHECKPOINT_ROUND;
    }
}

struct growth *
growth_create(const struct ledger *ledger, const char *region)
{
    struct growth *growth = (struct growth *)memory_zeroed(1, sizeof *growth);
    uint32_t classes = ledger_used(ledger, LEDGER_CLASSES);

    growth->ledger = ledger;
    growth->courses = course_create(ledger);
    growth->checkpoints = growth_checkpoints(ledger);
    growth->classes =
        (struct known_class *)memory_zeroed(classes, sizeof *growth->classes);
    for (uint32_t i = 1; i < classes; i++) {
        const struct ledger_class *class = ledger_class_at(ledger, i);
        uint32_t birth = class->kind == 0
                             ? class->birth
                             : ledger_kind_at(ledger, class->kind)->birth;

        /* Objects whose births nobody saw have nothing in common. */
        if (birth != 0 || class->account != 0 ||
            ledger->header->stack_mode == LEDGER_STACK_NONE) {
            growth->classes[growth->class_count++] =
                (struct known_class){ class->type, birth, class->account,
                                      class->kind, i };
        }
    }
    if (growth->class_count > 0) {
        qsort(growth->classes, growth->class_count, sizeof *growth->classes,
              compare_classes);
    }
    number_points(growth, region);
    sort_marks(growth);
    return growth;
}

void
growth_free(struct growth *growth)
{
    course_free(growth->courses);
    free(growth->classes);
    free(growth->starts);
    free(growth->marks);
    free(growth->points);
    for (struct kept *kept = growth->kept, *next; kept != NULL; kept = next) {
        next = kept->next;
        free(kept->values);
        free(kept);
    }
    free(growth->passes);
    free(growth);
}

size_t
growth_points(const struct growth *growth)
{
    return growth->point_count;
}

bool
growth_is_by_region(const struct growth *growth)
{
    return growth->by_region;
}

/* Of several classes, each of which counts once. */
struct sum {
    double *changes; /* by point */
    bool *added;     /* by class */
    bool references; /* or objects */
};

static struct sum
sum_begin(const struct growth *growth, bool references)
{
    return (struct sum){
        .changes = (double *)memory_zeroed(growth->point_count, sizeof(double)),
        .added = (bool *)memory_zeroed(
            ledger_used(growth->ledger, LEDGER_CLASSES), sizeof(bool)),
        .references = references,
    };
}

/* Changes of what a class has. */
static void
add_class(const struct growth *growth, uint32_t class, struct sum *sum)
{
    double before = 0;

    if (sum->added[class]) {
        return;
    }
    sum->added[class] = true;

    for (uint32_t i = growth->starts[class]; i < growth->starts[class + 1];
         i++) {
        const struct ledger_mark *mark =
            ledger_mark_at(growth->ledger, growth->marks[i]);
        double now =
            sum->references ? (double)mark->references : (double)mark->alive;

        if (mark->checkpoint != 0 && mark->checkpoint <= growth->checkpoints) {
            uint32_t point = growth->points[mark->checkpoint];

            if (point != NOWHERE) {
                sum->changes[point] += now - before;
            }
            before = now;
        }
    }
}

static uint32_t
find_known(const struct growth *growth, const struct known_class *wanted)
{
    const struct known_class *found =
        growth->class_count == 0
            ? NULL
            : (const struct known_class *)bsearch(
                  wanted, growth->classes, growth->class_count, sizeof *wanted,
                  compare_classes);

    return found != NULL ? found->number : 0;
}

/* The number of an account's class, 0: it never was at a checkpoint. */
static uint32_t
find_class(const struct growth *growth, uint32_t index)
{
    const struct ledger_account *account =
        ledger_account_at(growth->ledger, index);
    bool adopted = account->state == LEDGER_ACCOUNT_ADOPTED;
    struct known_class wanted = {
        .type = account->type,
        .birth = adopted ? 0 : account->birth,
        .account = adopted ? index : 0,
    };

    return find_known(growth, &wanted);
}

static void
keep_values(struct growth *growth, struct growth_line *line, double *values)
{
    struct kept *kept = (struct kept *)memory_zeroed(1, sizeof *kept);

    *kept = (struct kept){ growth->kept, values };
    growth->kept = kept;
    line->values = values;
}

/*
 * The class of this birth, and the kinds of its place, of which those without
 * an account were counted.
 */
static void
add_born(const struct growth *growth, uint32_t type, uint32_t birth,
         struct sum *sum)
{
    struct known_class wanted = { .type = type, .birth = birth };
    size_t low = 0, high = growth->class_count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (compare_classes(&growth->classes[middle], &wanted) < 0) {
            low = middle + 1;
        }
        else {
            high = middle;
        }
    }
    for (; low < growth->class_count; low++) {
        const struct known_class *class = &growth->classes[low];

        if (class->type != type || class->birth != birth ||
            class->account != 0) {
            break;
        }
        add_class(growth, class->number, sum);
    }
}

/* `values` are changes, and are kept or freed. */
static struct growth_line
measure_changes(struct growth *growth, double *values)
{
    struct growth_line line;

    for (size_t i = 1; i < growth->point_count; i++) {
        values[i] += values[i - 1];
    }
    line = growth_line_measure(values, growth->point_count);
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
growth_of_births(struct growth *growth, uint32_t type, const uint32_t *births,
                 size_t count)
{
    struct sum sum;

    if (growth->point_count < GROWTH_POINTS_MIN && !growth->by_region) {
        return course_of_births(growth->courses, type, births, count);
    }
    sum = sum_begin(growth, false);
    for (size_t i = 0; i < count; i++) {
        add_born(growth, type, births[i], &sum);
    }
    free(sum.added);
    return measure_changes(growth, sum.changes);
}

struct growth_line
growth_of_class(struct growth *growth, uint32_t type, uint32_t birth)
{
    return growth_of_births(growth, type, &birth, 1);
}

/* Of the references of all objects of these classes, counted once. */
static struct growth_line
growth_of_known(struct growth *growth, const uint32_t *classes, size_t count)
{
    struct sum sum = sum_begin(growth, true);

    for (size_t i = 0; i < count; i++) {
        const struct ledger_class *class =
            ledger_class_at(growth->ledger, classes[i]);

        if (classes[i] != 0 && class->account == 0) {
            add_born(growth, class->type, class->birth, &sum);
        }
        else if (classes[i] != 0) {
            add_class(growth, classes[i], &sum);
        }
    }
    free(sum.added);
    return measure_changes(growth, sum.changes);
}

struct growth_line
growth_of_left(struct growth *growth, const struct growth_left *left,
               size_t count)
{
    uint32_t *classes = (uint32_t *)memory_zeroed(count, sizeof *classes);
    double *values =
        (double *)memory_zeroed(growth->point_count, sizeof *values);
    struct growth_line line;

    for (size_t i = 0; i < count; i++) {
        struct known_class wanted = { .type = left[i].type,
                                      .birth = left[i].birth };

        classes[i] = find_known(growth, &wanted);
        values[pass_of(growth, left[i].serial)] +=
            left[i].references > 0 ? (double)left[i].references : 0;
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

struct growth_line
growth_of_accounts(struct growth *growth, const uint32_t *accounts,
                   size_t count)
{
    struct growth_left *left =
        (struct growth_left *)memory_zeroed(count, sizeof *left);
    uint32_t *classes = (uint32_t *)memory_zeroed(count, sizeof *classes);
    struct growth_line line;

    if (growth->by_region && fill_left(growth, accounts, count, left)) {
        line = growth_of_left(growth, left, count);
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
