#include "cli/top/top_rows.h"

#include <stdlib.h>
#include <string.h>

#include "report/text/memory.h"

static const uint64_t MINUTE_NS = 60ull * 1000000000;

static const char *const order_words[TOP_ORDERS] = {
    "growth", "alive", "born", "type", "place",
};

bool
top_order_named(enum top_order *order, const char *word)
{
    for (int i = 0; i < TOP_ORDERS; i++) {
        if (strcmp(order_words[i], word) == 0) {
            *order = (enum top_order)i;
            return true;
        }
    }
    return false;
}

const char *
top_order_word(enum top_order order)
{
    return order_words[order];
}

/* ---- samples ---- */

static void
drop_oldest(struct top_rows *rows)
{
    free(rows->samples[0].alive);
    rows->sample_count--;
    memmove(rows->samples, rows->samples + 1,
            rows->sample_count * sizeof *rows->samples);
}

void
top_rows_sample(struct top_rows *rows, const struct kinds_watch *watch,
                uint64_t now_ns)
{
    struct top_sample sample = { .at_ns = now_ns, .count = watch->used };

    sample.alive =
        (uint64_t *)memory_zeroed(watch->used + 1, sizeof *sample.alive);
    for (uint32_t i = 1; i < watch->used; i++) {
        sample.alive[i] = watch->kinds[i].alive;
    }
    while (rows->sample_count == TOP_SAMPLES ||
           (rows->sample_count > 1 &&
            now_ns - rows->samples[1].at_ns >= MINUTE_NS)) {
        drop_oldest(rows);
    }
    rows->samples[rows->sample_count++] = sample;
}

/* Of a recording that is over: from its beginning, when nothing was alive. */
static double
whole_seconds(const struct ledger_header *header)
{
    return header->end_realtime_ns > header->start_realtime_ns
               ? (double)(header->end_realtime_ns - header->start_realtime_ns) /
                     1e9
               : 0;
}

static double
growth_of(const struct top_rows *rows, const struct kinds_watch *watch,
          uint32_t kind)
{
    const struct top_sample *first = &rows->samples[0];
    double before = 0;

    if (rows->seconds <= 0) {
        return 0;
    }
    if (watch->header->end == LEDGER_RUNNING && kind < first->count) {
        before = (double)first->alive[kind];
    }
    return ((double)watch->kinds[kind].alive - before) * 60 / rows->seconds;
}

static void
measure_time(struct top_rows *rows, const struct kinds_watch *watch)
{
    if (watch->header->end != LEDGER_RUNNING) {
        rows->seconds = whole_seconds(watch->header);
    }
    else {
        rows->seconds =
            rows->sample_count > 1
                ? (double)(rows->samples[rows->sample_count - 1].at_ns -
                           rows->samples[0].at_ns) /
                      1e9
                : 0;
    }
}

/* ---- rows ---- */

/* Of qsort's comparison. */
static enum top_order sorted_by;

static int
compare_numbers(double a, double b)
{
    return (a < b) - (a > b);
}

static int
compare_rows(const void *a, const void *b)
{
    const struct top_row *left = (const struct top_row *)a;
    const struct top_row *right = (const struct top_row *)b;
    int order = 0;

    switch (sorted_by) {
    case TOP_TYPE:
        order = strcmp(left->type, right->type);
        break;
    case TOP_PLACE:
        order = strcmp(left->place, right->place);
        break;
    case TOP_BORN:
        order = compare_numbers((double)left->born, (double)right->born);
        break;
    case TOP_GROWTH:
        order = compare_numbers(left->growth, right->growth);
        break;
    default:
        break;
    }
    if (order == 0) {
        order = compare_numbers((double)left->alive, (double)right->alive);
    }
    return order != 0 ? order
                      : (left->kind > right->kind) - (left->kind < right->kind);
}

static int
compare_types(const void *a, const void *b)
{
    const struct top_row *left = (const struct top_row *)a;
    const struct top_row *right = (const struct top_row *)b;
    int order = strcmp(left->type, right->type);

    return order != 0
               ? order
               : compare_numbers((double)left->alive, (double)right->alive);
}

/* One row a type, with the place that has most. */
static void
merge_types(struct top_rows *rows)
{
    size_t kept = 0;

    if (rows->count == 0) {
        return;
    }
    qsort(rows->rows, rows->count, sizeof *rows->rows, compare_types);
    for (size_t i = 1; i < rows->count; i++) {
        struct top_row *last = &rows->rows[kept], *row = &rows->rows[i];

        if (strcmp(last->type, row->type) == 0) {
            last->kinds++;
            last->alive += row->alive;
            last->born += row->born;
            last->growth += row->growth;
        }
        else {
            rows->rows[++kept] = *row;
        }
    }
    rows->count = kept + 1;
}

static bool
is_wanted(const struct top_rows *rows, const struct top_row *row)
{
    return rows->filter[0] == '\0' ||
           strcasestr(row->type, rows->filter) != NULL ||
           strcasestr(row->place, rows->filter) != NULL ||
           strcasestr(row->held, rows->filter) != NULL;
}

void
top_rows_build(struct top_rows *rows, const struct kinds_watch *watch,
               struct kind_names *names)
{
    uint32_t known = kind_names_count(names);

    measure_time(rows, watch);
    rows->count = 0;
    rows->alive = rows->born = 0;
    for (uint32_t i = 1; i < watch->used; i++) {
        const struct ledger_kind *kind = &watch->kinds[i];
        struct top_row row = {
            .kind = i,
            .kinds = 1,
            .alive = kind->alive,
            .born = kind->births,
            .growth = growth_of(rows, watch, i),
            .type = i < known ? kind_names_type(names, i) : "?",
            .held = i < known ? kind_names_held(names, i) : "",
        };

        rows->alive += row.alive;
        rows->born += row.born;
        if (row.alive == 0 && row.growth == 0) {
            continue;
        }
        row.place = i < known ? kind_names_place(names, i) : "?";
        if (is_wanted(rows, &row)) {
            rows->rows = (struct top_row *)memory_room(rows->rows, rows->count,
                                                       sizeof *rows->rows);
            rows->rows[rows->count++] = row;
        }
    }
    if (rows->by_type) {
        merge_types(rows);
    }
    sorted_by = rows->order;
    if (rows->count > 0) {
        qsort(rows->rows, rows->count, sizeof *rows->rows, compare_rows);
    }
}

void
top_rows_clear(struct top_rows *rows)
{
    while (rows->sample_count > 0) {
        drop_oldest(rows);
    }
    free(rows->rows);
    rows->rows = NULL;
    rows->count = 0;
}
