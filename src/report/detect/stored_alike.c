#include "report/detect/stored_alike.h"

#include <stdlib.h>
#include <string.h>

#include "report/detect/alike_shares.h"
#include "report/text/memory.h"

struct stored_alike {
    const struct inputs *inputs;
    uint32_t *first;   /* by record */
    uint32_t *next;    /* by record: the next class stored alike, 0: none */
    uint64_t *objects; /* by record that stands for others */
    uint64_t *counted; /* ... so many of these have no account */
    struct alike_shares *shares;
};

enum { KEYS = 4 };

/* What records are sorted by, to find those that agree in all but the last. */
struct row {
    uint64_t key[KEYS];
    uint32_t record;
};

static int
compare(const void *a, const void *b)
{
    const struct row *left = (const struct row *)a;
    const struct row *right = (const struct row *)b;

    for (int i = 0; i < KEYS; i++) {
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

    while (end < count && memcmp(rows[end].key, rows[start].key,
                                 sizeof rows[start].key) == 0) {
        end++;
    }
    return end;
}

static const struct ledger_owned *
owned_at(const struct stored_alike *alike, uint32_t record)
{
    return ledger_owned_at(alike->inputs->ledger, record);
}

/* Who made a reference to it stay, and on which line of Python. */
static struct row
stored_at(const struct stored_alike *alike, uint32_t record)
{
    const struct ledger *ledger = alike->inputs->ledger;
    const struct ledger_owned *owned = owned_at(alike, record);
    struct row row = { { owned->type, owned->stored, 0, 0 }, record };

    if (owned->stored_python != 0) {
        const struct ledger_python_node *node =
            ledger_python_node_at(ledger, owned->stored_python);

        /*
         * An instruction that was specialized meanwhile stores elsewhere. And
         * what is known of a kind is known of all of it, however many calls of
         * C, or imports, are around.
         */
        if (growth_is_by_region(alike->inputs->growth) ||
            growth_is_by_kind(alike->inputs->growth)) {
            row.key[1] = 0;
        }
        row.key[2] = node->code;
        row.key[3] = node->line;
    }
    return row;
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

            rows[kept] = stored_at(alike, counted);
            if (owned->stored == 0) {
                rows[kept].key[2] = counted; /* nobody knows: it stays apart */
            }
            kept++;
        }
    }
    return kept;
}

/* Of what a region made each object is known by itself. */
static size_t
keep_born_inside(const struct stored_alike *alike, struct row *rows,
                 size_t count)
{
    size_t kept = 0;

    for (size_t i = 0; i < count; i++) {
        uint32_t record = rows[i].record;
        const struct ledger_owned *owned = owned_at(alike, record);

        if (owned->stored != 0 &&
            growth_was_born_inside(alike->inputs->growth, owned->serial)) {
            rows[kept++] = stored_at(alike, record);
        }
    }
    return kept;
}

/* So many objects does a record stand for. */
static uint64_t
weight(const struct stored_alike *alike, uint32_t record)
{
    return growth_is_by_region(alike->inputs->growth)
               ? 1
               : owned_at(alike, record)->alike;
}

/*
 * Whether that is on the way to this one: a line that fills a container takes a
 * reference to it, too, and may make others of its type that it holds.
 */
static bool
holds(const struct stored_alike *alike, uint32_t holder, uint32_t record)
{
    const struct ledger *ledger = alike->inputs->ledger;
    const struct ledger_owned *owned = owned_at(alike, record);
    uint64_t address = owned_at(alike, holder)->object;
    uint32_t at = owned->owner_count == 0
                      ? 0
                      : ledger_owner_at(ledger, owned->first_owner)->holder;

    while (at != 0 && ledger_holder_at(ledger, at)->address != address) {
        at = ledger_holder_at(ledger, at)->parent;
    }
    return at != 0;
}

static bool
same_line(const struct stored_alike *alike, uint32_t one, uint32_t other)
{
    const struct ledger_python_node *left =
        ledger_python_node_at(alike->inputs->ledger, one);
    const struct ledger_python_node *right =
        ledger_python_node_at(alike->inputs->ledger, other);

    return one == 0 || other == 0 ||
           (left->code == right->code && left->line == right->line);
}

/*
 * Whether two were made by other lines, and are held in another way: then the
 * line that took both last has only used them. It made a text of them.
 */
static bool
is_apart(const struct stored_alike *alike, uint32_t one, uint32_t other)
{
    const struct ledger *ledger = alike->inputs->ledger;
    const struct ledger_owned *left = owned_at(alike, one);
    const struct ledger_owned *right = owned_at(alike, other);
    const struct ledger_owner *a = ledger_owner_at(ledger, left->first_owner);
    const struct ledger_owner *b = ledger_owner_at(ledger, right->first_owner);

    return left->owner_count > 0 && right->owner_count > 0 &&
           !same_line(alike, left->born_python, right->born_python) &&
           (a->slot_kind != b->slot_kind ||
            ledger_holder_at(ledger, a->holder)->type !=
                ledger_holder_at(ledger, b->holder)->type);
}

/* The largest class stands for all that were stored alike. */
static void
join_classes(struct stored_alike *alike, const struct row *rows, size_t count)
{
    for (size_t start = 0, end; start < count; start = end) {
        uint32_t largest = rows[start].record;

        end = end_of(rows, start, count);
        for (size_t i = start; i < end; i++) {
            if (weight(alike, rows[i].record) > weight(alike, largest)) {
                largest = rows[i].record;
            }
        }
        for (size_t i = start; i < end; i++) {
            uint32_t record = rows[i].record;
            uint32_t into = holds(alike, record, largest) ||
                                    is_apart(alike, record, largest)
                                ? record
                                : largest;

            alike->first[record] = into;
            alike->objects[into] += weight(alike, record);
            if (record != into) {
                alike->next[record] = alike->next[into];
                alike->next[into] = record;
            }
        }
    }
}

/* The other and all that it stands for, with that one. */
static void
join_class(struct stored_alike *alike, uint32_t into, uint32_t other)
{
    uint32_t last = other;

    while (alike->next[last] != 0) {
        last = alike->next[last];
    }
    alike->next[last] = alike->next[into];
    alike->next[into] = other;
    alike->first[other] = into;
    alike->objects[into] += alike->objects[other];
}

/* What holds it, and on which line it was stored there; false: not known. */
static bool
held_at(const struct stored_alike *alike, uint32_t record, struct row *row)
{
    const struct ledger *ledger = alike->inputs->ledger;
    const struct ledger_owned *owned = owned_at(alike, record);
    const struct ledger_owner *owner =
        ledger_owner_at(ledger, owned->first_owner);

    if (owned->owner_count == 0 || owned->stored_python == 0 ||
        owner->holder == 0) {
        return false;
    }
    *row = stored_at(alike, record);
    row->key[1] = ledger_holder_at(ledger, owner->holder)->address;
    return true;
}

/*
 * What holds it, and which line of Python made it below which calls; false: not
 * known.
 */
static bool
born_for(const struct stored_alike *alike, uint32_t record, struct row *row)
{
    const struct ledger *ledger = alike->inputs->ledger;
    const struct ledger_owned *owned = owned_at(alike, record);
    const struct ledger_python_node *born =
        ledger_python_node_at(ledger, owned->born_python);

    if (!held_at(alike, record, row) || owned->born_python == 0) {
        return false;
    }
    row->key[2] = ((uint64_t)born->code << 32) | born->line;
    row->key[3] = born->parent;
    return true;
}

typedef bool key_of(const struct stored_alike *, uint32_t, struct row *);

/* The largest of those that agree stands for all of them. */
static void
join_by(struct stored_alike *alike, key_of *key, struct row *rows)
{
    uint32_t used = ledger_used(alike->inputs->ledger, LEDGER_OWNED);
    size_t count = 0;

    for (uint32_t r = 1; r < used; r++) {
        count += alike->first[r] == r && key(alike, r, &rows[count]);
    }
    qsort(rows, count, sizeof *rows, compare);
    for (size_t start = 0, end; start < count; start = end) {
        uint32_t largest = rows[start].record;

        end = end_of(rows, start, count);
        for (size_t i = start; i < end; i++) {
            if (alike->objects[rows[i].record] > alike->objects[largest]) {
                largest = rows[i].record;
            }
        }
        for (size_t i = start; i < end; i++) {
            if (rows[i].record != largest &&
                !holds(alike, rows[i].record, largest)) {
                join_class(alike, largest, rows[i].record);
            }
        }
    }
}

/*
 * In C, a line stores by other instructions once it is specialized, and below
 * other calls: it is the same where it fills the same container. Who stored an
 * object is a guess where others took it afterwards, as who called its finalizer
 * did; what a line makes for one container is the same, too.
 */
static void
join_by_holder(struct stored_alike *alike, struct row *rows)
{
    join_by(alike, held_at, rows);
    join_by(alike, born_for, rows);
}

/* Nobody knows who stored objects that were only counted: they go with most of
   their kind. */
static void
add_counted(struct stored_alike *alike)
{
    const struct ledger *ledger = alike->inputs->ledger;
    uint32_t kinds = ledger_used(ledger, LEDGER_KINDS);

    for (uint32_t k = 1; k < kinds; k++) {
        uint32_t class = alike_shares_largest(alike->shares, k);
        uint64_t counted = ledger_kind_at(ledger, k)->counted;

        if (class != 0) {
            alike->objects[class] += counted;
            alike->counted[class] += counted;
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
    alike->counted = (uint64_t *)memory_zeroed(used, sizeof *alike->counted);
    for (uint32_t r = 1; r <= count; r++) {
        const struct ledger_owned *owned = owned_at(alike, r);

        rows[r - 1] =
            (struct row){ { owned->type, owned->birth,
                            growth_is_by_kind(inputs->growth) ? owned->kind : 0,
                            0 },
                          r };
    }
    qsort(rows, count, sizeof *rows, compare);
    count = growth_is_by_region(inputs->growth)
                ? keep_born_inside(alike, rows, count)
                : keep_classes(alike, rows, count);
    qsort(rows, count, sizeof *rows, compare);
    join_classes(alike, rows, count);
    if (!growth_is_by_region(inputs->growth)) {
        join_by_holder(alike, rows);
    }
    free(rows);
    for (uint32_t r = 1; r < used; r++) {
        while (alike->first[alike->first[r]] != alike->first[r]) {
            alike->first[r] = alike->first[alike->first[r]];
        }
    }
    alike->shares = alike_shares_create(inputs, alike->first);
    if (!growth_is_by_region(inputs->growth)) {
        add_counted(alike);
    }
    return alike;
}

void
stored_alike_free(struct stored_alike *alike)
{
    alike_shares_free(alike->shares);
    free(alike->first);
    free(alike->next);
    free(alike->objects);
    free(alike->counted);
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

uint64_t
stored_alike_counted(const struct stored_alike *alike, uint32_t record)
{
    return alike->counted[record];
}

struct growth_line
stored_alike_growth(const struct stored_alike *alike, uint32_t record)
{
    struct growth *growth = alike->inputs->growth;
    struct growth_line line;
    struct growth_left *left = NULL;
    struct growth_birth *births = NULL;
    size_t count = 0;

    for (uint32_t r = record; r != 0; r = alike->next[r]) {
        const struct ledger_owned *owned = owned_at(alike, r);

        if (growth_is_by_kind(growth) && !alike_shares_fair(alike->shares, r)) {
            continue; /* the kind grew, and hardly by these */
        }
        left = (struct growth_left *)memory_room(left, count, sizeof *left);
        left[count] =
            (struct growth_left){ owned->serial, owned->type, owned->birth, 1 };
        births =
            (struct growth_birth *)memory_room(births, count, sizeof *births);
        births[count++] = (struct growth_birth){
            owned->birth, growth_is_by_kind(growth) ? owned->kind : 0
        };
    }
    line = growth_is_by_region(growth)
               ? growth_of_left(growth, left, count)
               : growth_of_births(growth, owned_at(alike, record)->type, births,
                                  count);
    free(left);
    free(births);
    return line;
}
