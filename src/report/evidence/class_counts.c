#include "report/evidence/class_counts.h"

#include <stdlib.h>
#include <string.h>

#include "report/text/memory.h"
#include "report/text/sorted.h"

struct known_class {
    uint32_t type, birth, account, kind;
    uint32_t number; /* in the ledger */
};

struct class_counts {
    const struct ledger *ledger;
    struct known_class *classes; /* sorted */
    size_t class_count;
    uint32_t *starts; /* by class: its first place in `marks`, and one more */
    uint32_t *marks;  /* in the order of the ledger */
};

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
sort_marks(struct class_counts *counts)
{
    const struct ledger *ledger = counts->ledger;
    uint32_t classes = ledger_used(ledger, LEDGER_CLASSES);
    uint32_t marks = ledger_used(ledger, LEDGER_MARKS);
    uint32_t *next = (uint32_t *)memory_zeroed(classes + 1, sizeof *next);

    counts->starts = (uint32_t *)memory_zeroed(classes + 2, sizeof *next);
    counts->marks = (uint32_t *)memory_zeroed(marks, sizeof *next);
    for (uint32_t i = 1; i < marks; i++) {
        counts->starts[ledger_mark_at(ledger, i)->class_index + 1]++;
    }
    for (uint32_t i = 0; i <= classes; i++) {
        counts->starts[i + 1] += counts->starts[i];
    }
    memcpy(next, counts->starts, classes * sizeof *next);
    for (uint32_t i = 1; i < marks; i++) {
        counts->marks[next[ledger_mark_at(ledger, i)->class_index]++] = i;
    }
    free(next);
}

static void
sort_classes(struct class_counts *counts)
{
    const struct ledger *ledger = counts->ledger;
    uint32_t classes = ledger_used(ledger, LEDGER_CLASSES);

    counts->classes =
        (struct known_class *)memory_zeroed(classes, sizeof *counts->classes);
    for (uint32_t i = 1; i < classes; i++) {
        const struct ledger_class *class = ledger_class_at(ledger, i);
        uint32_t birth = class->kind == 0
                             ? class->birth
                             : ledger_kind_at(ledger, class->kind)->birth;

        /* Objects whose births nobody saw have nothing in common. */
        if (birth != 0 || class->account != 0 ||
            ledger->header->stack_mode == LEDGER_STACK_NONE) {
            counts->classes[counts->class_count++] =
                (struct known_class){ class->type, birth, class->account,
                                      class->kind, i };
        }
    }
    if (counts->class_count > 0) {
        qsort(counts->classes, counts->class_count, sizeof *counts->classes,
              compare_classes);
    }
}

struct class_counts *
class_counts_create(const struct ledger *ledger)
{
    struct class_counts *counts =
        (struct class_counts *)memory_zeroed(1, sizeof *counts);

    counts->ledger = ledger;
    sort_classes(counts);
    sort_marks(counts);
    return counts;
}

void
class_counts_free(struct class_counts *counts)
{
    free(counts->classes);
    free(counts->starts);
    free(counts->marks);
    free(counts);
}

uint32_t
class_counts_find(const struct class_counts *counts, uint32_t type,
                  uint32_t birth, uint32_t account)
{
    struct known_class wanted = { .type = type,
                                  .birth = birth,
                                  .account = account };
    const struct known_class *found =
        counts->class_count == 0
            ? NULL
            : (const struct known_class *)bsearch(
                  &wanted, counts->classes, counts->class_count, sizeof wanted,
                  compare_classes);

    return found != NULL ? found->number : 0;
}

struct class_sum
class_sum_begin(const struct class_counts *counts, const struct points *points,
                bool references)
{
    return (struct class_sum){
        .changes = (double *)memory_zeroed(points->count, sizeof(double)),
        .points = points,
        .added = (bool *)memory_zeroed(
            ledger_used(counts->ledger, LEDGER_CLASSES), sizeof(bool)),
        .references = references,
    };
}

double *
class_sum_end(struct class_sum *sum)
{
    free(sum->added);
    return sum->changes;
}

void
class_sum_add(struct class_sum *sum, const struct class_counts *counts,
              uint32_t class)
{
    const struct points *points = sum->points;
    double before = 0;

    if (sum->added[class]) {
        return;
    }
    sum->added[class] = true;

    for (uint32_t i = counts->starts[class]; i < counts->starts[class + 1];
         i++) {
        const struct ledger_mark *mark =
            ledger_mark_at(counts->ledger, counts->marks[i]);
        double now =
            sum->references ? (double)mark->references : (double)mark->alive;

        if (mark->checkpoint != 0 && mark->checkpoint <= points->checkpoints) {
            uint32_t point = points->of[mark->checkpoint];

            if (point == POINT_NOWHERE) {
                sum->between += now - before;
            }
            else {
                sum->changes[point] += now - before;
            }
            before = now;
        }
    }
}

void
class_sum_add_born(struct class_sum *sum, const struct class_counts *counts,
                   uint32_t type, uint32_t birth)
{
    struct known_class wanted = { .type = type, .birth = birth };
    size_t low =
        sorted_first(counts->classes, counts->class_count,
                     sizeof *counts->classes, &wanted, compare_classes);

    for (; low < counts->class_count; low++) {
        const struct known_class *class = &counts->classes[low];

        if (class->type != type || class->birth != birth ||
            class->account != 0) {
            break;
        }
        class_sum_add(sum, counts, class->number);
    }
}
