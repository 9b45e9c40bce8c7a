#include "report/detect/stored_alike.h"

#include <stdlib.h>

#include "report/text/memory.h"

struct stored_alike {
    const struct inputs *inputs;
    uint32_t *first;   /* by record */
    uint32_t *next;    /* by record: the next class stored alike, 0: none */
    uint64_t *objects; /* by record that stands for others */
};

/* What records are sorted by, to find those that agree in the first three. */
struct row {
    uint32_t key[3];
    uint32_t record;
};

static int
compare(const void *a, const void *b)
{
    const struct row *left = (const struct row *)a;
    const struct row *right = (const struct row *)b;

    for (int i = 0; i < 3; i++) {
        if (left->key[i] != right->key[i]) {
            return left->key[i] < right->key[i] ? -1 : 1;
        }
    }
    return (left->record > right->record) - (left->record < right->record);
}

/* Where the rows that agree with the first one end. */
static size_t
end_of(const struct row *rows, size_t start, size_t count)
{
    size_t end = start + 1;

    while (end < count && rows[end].key[0] == rows[start].key[0] &&
           rows[end].key[1] == rows[start].key[1] &&
           rows[end].key[2] == rows[start].key[2]) {
        end++;
    }
    return end;
}

static const struct ledger_owned *
owned_at(const struct stored_alike *alike, uint32_t record)
{
    return ledger_owned_at(alike->inputs->ledger, record);
}

/* One record of a class says how many objects it has: the class goes by it. */
static size_t
keep_classes(struct stored_alike *alike, struct row *rows, size_t count)
{
    size_t kept = 0;

    for (size_t start = 0, end; start < count; start = end) {
        uint32_t counted = 0;

        end = end_of(rows, start, count);
        for (size_t i = start; i < end; i++) {
            if (owned_at(alike, rows[i].record)->alike != 0) {
                counted = rows[i].record;
            }
        }
        for (size_t i = start; i < end; i++) {
            alike->first[rows[i].record] = counted;
        }
        if (counted != 0) {
            const struct ledger_owned *owned = owned_at(alike, counted);
            bool known = owned->stored != 0;

            rows[kept++] =
                (struct row){ { owned->type, owned->stored,
                                known ? owned->stored_python : counted },
                              counted };
        }
    }
    return kept;
}

/* The largest class stands for all that were stored alike. */
static void
join_classes(struct stored_alike *alike, const struct row *rows, size_t count)
{
    for (size_t start = 0, end; start < count; start = end) {
        uint32_t largest = rows[start].record;

        end = end_of(rows, start, count);
        for (size_t i = start; i < end; i++) {
            if (owned_at(alike, rows[i].record)->alike >
                owned_at(alike, largest)->alike) {
                largest = rows[i].record;
            }
        }
        for (size_t i = start; i < end; i++) {
            uint32_t record = rows[i].record;

            alike->first[record] = largest;
            alike->objects[largest] += owned_at(alike, record)->alike;
            if (record != largest) {
                alike->next[record] = alike->next[largest];
                alike->next[largest] = record;
            }
        }
    }
}

struct stored_alike *
stored_alike_create(const struct inputs *inputs)
{
    struct stored_alike *alike =
        (struct stored_alike *)memory_zeroed(1, sizeof *alike);
    uint32_t used = ledger_used(inputs->ledger, LEDGER_OWNED);
    struct row *rows = (struct row *)memory_zeroed(used, sizeof *rows);
    size_t count = used > 1 ? used - 1 : 0;

    alike->inputs = inputs;
    alike->first = (uint32_t *)memory_zeroed(used, sizeof *alike->first);
    alike->next = (uint32_t *)memory_zeroed(used, sizeof *alike->next);
    alike->objects = (uint64_t *)memory_zeroed(used, sizeof *alike->objects);
    for (uint32_t r = 1; r <= count; r++) {
        const struct ledger_owned *owned = owned_at(alike, r);

        rows[r - 1] = (struct row){ { owned->type, owned->birth, 0 }, r };
    }
    qsort(rows, count, sizeof *rows, compare);
    count = keep_classes(alike, rows, count);
    qsort(rows, count, sizeof *rows, compare);
    join_classes(alike, rows, count);
    free(rows);
    for (uint32_t r = 1; r < used; r++) {
        alike->first[r] = alike->first[alike->first[r]];
    }
    return alike;
}

void
stored_alike_free(struct stored_alike *alike)
{
    free(alike->first);
    free(alike->next);
    free(alike->objects);
    free(alike);
}

uint32_t
stored_alike_first(const struct stored_alike *alike, uint32_t record)
{
    return alike->first[record];
}

uint64_t
stored_alike_objects(const struct stored_alike *alike, uint32_t record)
{
    return alike->objects[record];
}

struct growth_line
stored_alike_growth(const struct stored_alike *alike, uint32_t record)
{
    struct growth_line line;
    uint32_t *births = NULL;
    size_t count = 0;

    for (uint32_t r = record; r != 0; r = alike->next[r]) {
        births = (uint32_t *)memory_room(births, count, sizeof *births);
        births[count++] = owned_at(alike, r)->birth;
    }
    line = growth_of_births(alike->inputs->growth,
                            owned_at(alike, record)->type, births, count);
    free(births);
    return line;
}
