#include "report/detect/growing.h"

#include <stdlib.h>
#include <string.h>

#include "report/detect/growing_rules.h"
#include "report/detect/stored_alike.h"
#include "report/evidence/owners.h"
#include "report/evidence/unowned.h"
#include "report/input/ledger_load.h"
#include "report/text/memory.h"

enum {
    OBJECTS_MIN = 10,          /* stored alike, that grow */
    OBJECTS_MIN_BY_PASSES = 4, /* ... with each pass through a region */
    EXAMPLES_MAX = 16,         /* of one class */
};

/* Objects that were stored alike, and grow. */
struct class {
    uint32_t first; /* the record that stands for them */
    uint32_t type;
    struct growth_line line;
    uint32_t examples;            /* records */
    uint32_t carried;             /* of these, by other classes that grow */
    uint32_t unowned;             /* ... of which not each reference is owned */
    uint32_t keys;                /* ... that are keys beside values that do */
    uint32_t alone[EXAMPLES_MAX]; /* records of those that are neither */
    uint32_t alone_count;
    uint32_t adrift;   /* examples that nothing leads to */
    uint32_t drifting; /* the record of one of these */
    uint64_t oldest;   /* serial number of the oldest example */
    size_t web;        /* the class of the same web that stands for it */
};

struct growing {
    const struct report *report;
    const struct ledger *ledger;
    struct stored_alike *alike;
    struct class *classes; /* by their first records */
    size_t count;
    uint32_t *of_kind; /* a record of each kind; 0: there is none */
    bool collected;    /* what nothing leads to, sooner or later */
};

static bool
is_collected(const struct ledger *ledger)
{
    const struct ledger_census *last = unowned_census(ledger);

    return last == NULL || (last->flags & LEDGER_CENSUS_COLLECTOR_OFF) == 0;
}

static void
find_kinds(struct growing *growing)
{
    growing->of_kind = (uint32_t *)memory_zeroed(
        ledger_used(growing->ledger, LEDGER_KINDS) + 1,
        sizeof *growing->of_kind);
    for (uint32_t r = 1; r < ledger_used(growing->ledger, LEDGER_OWNED); r++) {
        growing->of_kind[ledger_owned_at(growing->ledger, r)->kind] = r;
    }
}

static void
find_classes(struct growing *growing)
{
    uint32_t used = ledger_used(growing->ledger, LEDGER_OWNED);
    uint64_t least = growth_is_by_region(growing->report->inputs.growth)
                         ? OBJECTS_MIN_BY_PASSES
                         : OBJECTS_MIN;

    for (uint32_t r = 1; r < used; r++) {
        struct growth_line line;

        if (stored_alike_first(growing->alike, r) != r ||
            stored_alike_objects(growing->alike, r) < least) {
            continue;
        }
        line = stored_alike_growth(growing->alike, r);
        if (line.kind != GROWTH_LINEAR || line.slope <= 0) {
            continue;
        }
        growing->classes = (struct class *)memory_room(
            growing->classes, growing->count, sizeof *growing->classes);
        growing->classes[growing->count] = (struct class){
            .first = r,
            .type = ledger_owned_at(growing->ledger, r)->type,
            .line = line,
            .oldest = UINT64_MAX,
            .web = growing->count,
        };
        growing->count++;
    }
}

static int
compare_classes(const void *a, const void *b)
{
    const struct class *left = (const struct class *)a;
    const struct class *right = (const struct class *)b;

    return (left->first > right->first) - (left->first < right->first);
}

/* NULL: it does not grow. */
static struct class *
class_of(const struct growing *growing, uint32_t record)
{
    struct class wanted = { .first =
                                stored_alike_first(growing->alike, record) };

    return growing->count == 0
               ? NULL
               : (struct class *)bsearch(&wanted, growing->classes,
                                         growing->count, sizeof wanted,
                                         compare_classes);
}

static struct class *
class_of_type(const struct growing *growing, uint32_t type)
{
    for (size_t i = 0; i < growing->count; i++) {
        if (growing->classes[i].type == type) {
            return &growing->classes[i];
        }
    }
    return NULL;
}

/*
 * Where births have no kinds, a holder without a record is one of many alike.
 * Of what a region makes each object has one, up to so many. Where they have,
 * a holder of no kind was there before recording began.
 */
static struct class *
class_of_unknown(const struct growing *growing, uint32_t type)
{
    struct class *class = ledger_used(growing->ledger, LEDGER_KINDS) > 1
                              ? NULL
                              : class_of_type(growing, type);

    return class != NULL &&
                   (!growth_is_by_region(growing->report->inputs.growth) ||
                    stored_alike_objects(growing->alike, class->first) >=
                        LEDGER_FOLLOWED_EACH)
               ? class
               : NULL;
}

/* The class of a holder, if that grows. Some are of a kind that was only
   counted. */
static struct class *
class_of_holder(const struct growing *growing,
                const struct ledger_holder *holder)
{
    uint32_t record =
        holder->kind == LEDGER_HOLDER_OBJECT
            ? owners_record_at(growing->report->inputs.owners, holder->address)
            : 0;

    if (record == 0 && holder->like != 0) {
        record = growing->of_kind[holder->like];
        return record != 0 ? class_of(growing, record) : NULL;
    }
    return record != 0 ? class_of(growing, record)
           : holder->kind == LEDGER_HOLDER_OBJECT
               ? class_of_unknown(growing, holder->type)
               : NULL;
}

/* The nearest on the way to the owner that is of another class, and grows. */
static struct class *
carrier_of(const struct growing *growing, const struct class *own,
           const struct ledger_owner *owner)
{
    for (uint32_t at = owner->holder; at != 0;
         at = ledger_holder_at(growing->ledger, at)->parent) {
        const struct ledger_holder *holder =
            ledger_holder_at(growing->ledger, at);
        bool alone = holder->kind == LEDGER_HOLDER_OBJECT &&
                     owners_record_at(growing->report->inputs.owners,
                                      holder->address) != 0;
        struct class *class = alone || at == owner->holder
                                  ? class_of_holder(growing, holder)
                                  : NULL;

        if (class != NULL && class != own) {
            return class;
        }
    }
    return NULL;
}

/* Keys come and go with their values, which are told of unless they are old. */
static bool
is_key_of_growing(const struct growing *growing, const struct ledger_owner *key)
{
    uint32_t used = ledger_used(growing->ledger, LEDGER_OWNED);

    for (uint32_t r = 1; key->slot_kind == LEDGER_SLOT_KEY_ITSELF && r < used;
         r++) {
        const struct ledger_owned *owned = ledger_owned_at(growing->ledger, r);
        const struct ledger_owner *value =
            ledger_owner_at(growing->ledger, owned->first_owner);

        if (owned->owner_count > 0 && value->holder == key->holder &&
            value->slot_kind != LEDGER_SLOT_KEY_ITSELF &&
            class_of(growing, r) != NULL) {
            return true;
        }
    }
    return false;
}

static size_t
web_of(const struct growing *growing, size_t class)
{
    while (growing->classes[class].web != class) {
        class = growing->classes[class].web;
    }
    return class;
}

static void
join(struct growing *growing, const struct class *one,
     const struct class *other)
{
    size_t a = web_of(growing, (size_t)(one - growing->classes));
    size_t b = web_of(growing, (size_t)(other - growing->classes));

    growing->classes[a > b ? a : b].web = a > b ? b : a;
}

static void
look_at(struct growing *growing, struct class *class, uint32_t record)
{
    const struct ledger_owned *owned = ledger_owned_at(growing->ledger, record);
    bool carried = false, key = false;

    class->examples++;
    if ((owned->flags & LEDGER_OWNED_REACHED) == 0) {
        class->adrift++;
        class->drifting = record;
    }
    class->unowned += owners_surplus(owned) != 0;
    if (owned->serial < class->oldest) {
        class->oldest = owned->serial;
    }
    for (uint32_t i = 0; i < owned->owner_count; i++) {
        const struct ledger_owner *owner =
            ledger_owner_at(growing->ledger, owned->first_owner + i);
        const struct class *carrier = carrier_of(growing, class, owner);

        if (carrier != NULL) {
            join(growing, class, carrier);
            carried |= i == 0;
        }
        key |= i == 0 && is_key_of_growing(growing, owner);
    }
    class->carried += carried;
    class->keys += key;
    if (!carried && !key && class->alone_count < EXAMPLES_MAX) {
        class->alone[class->alone_count++] = record;
    }
}

/*
 * One of the middle: the first may have been there before the class grew, and
 * the last may be at work. 0: there is none.
 */
static uint32_t
example_of(const struct class *class)
{
    return class->alone_count == 0 ? 0 : class->alone[class->alone_count / 2];
}

static bool
is_cause(const struct growing *growing, const struct class *class)
{
    const struct ledger_owned *owned =
        ledger_owned_at(growing->ledger, example_of(class));
    /* One that was only counted for a while was stored where it is told. */
    uint32_t made = owned->birth != 0 ? owned->birth : owned->stored;

    return class->alone_count > 0 &&
           2 * (class->carried + class->keys) <= class->examples &&
           2 * class->unowned <= class->examples &&
           (owned->flags & LEDGER_OWNED_REACHED) != 0 &&
           owners_surplus(owned) == 0 &&
           growing_rules_tell(growing->report, owned->type, made,
                              owned->stored_python, &class->line);
}

/* It stays only because nobody collects it. */
static bool
is_drifting(const struct growing *growing, const struct class *class)
{
    const struct ledger_owned *owned =
        ledger_owned_at(growing->ledger, class->drifting);
    uint32_t made = owned->birth != 0 ? owned->birth : owned->stored;

    return !growing->collected && 2 * class->adrift > class->examples &&
           2 * class->unowned <= class->examples &&
           growing_rules_tell_adrift(growing->report, owned->type, made,
                                     owned->stored_python, &class->line);
}

typedef bool is_wanted(const struct growing *growing,
                       const struct class *class);

/* The oldest such class of the web; NULL: it has none. */
static const struct class *
first_of(const struct growing *growing, size_t web, is_wanted *wanted)
{
    const struct class *first = NULL;

    for (size_t i = 0; i < growing->count; i++) {
        const struct class *class = &growing->classes[i];

        if (web_of(growing, i) == web &&
            (first == NULL || class->oldest < first->oldest) &&
            wanted(growing, class)) {
            first = class;
        }
    }
    return first;
}

static int
compare_members(const void *a, const void *b)
{
    const struct finding_member *left = (const struct finding_member *)a;
    const struct finding_member *right = (const struct finding_member *)b;

    if (left->objects != right->objects) {
        return left->objects < right->objects ? 1 : -1;
    }
    return strcmp(left->type, right->type);
}

/* One for each type. */
static void
add_member(const struct growing *growing, const struct class *class,
           struct growing_cause *cause)
{
    char *type = ledger_printable(
        growing->ledger, ledger_type_at(growing->ledger, class->type)->name);
    uint64_t objects = stored_alike_objects(growing->alike, class->first);

    type = type != NULL ? type : memory_text("?");
    for (size_t i = 0; i < cause->member_count; i++) {
        if (strcmp(cause->members[i].type, type) == 0) {
            cause->members[i].objects += objects;
            free(type);
            return;
        }
    }
    cause->members = (struct finding_member *)memory_room(
        cause->members, cause->member_count, sizeof *cause->members);
    cause->members[cause->member_count++] =
        (struct finding_member){ type, objects, 0 };
}

static void
add_cause(const struct growing *growing, const struct class *class, bool adrift,
          struct growing_cause *cause)
{
    size_t web = web_of(growing, (size_t)(class - growing->classes));

    *cause = (struct growing_cause){
        .record = adrift ? class->drifting : example_of(class),
        .adrift = adrift,
        .objects = stored_alike_objects(growing->alike, class->first),
        .line = class->line
    };
    for (size_t i = 0; i < growing->count; i++) {
        if (&growing->classes[i] != class && web_of(growing, i) == web) {
            add_member(growing, &growing->classes[i], cause);
        }
    }
    if (cause->member_count > 0) {
        qsort(cause->members, cause->member_count, sizeof *cause->members,
              compare_members);
    }
}

size_t
growing_find(const struct report *report, struct growing_cause **causes)
{
    struct growing growing = { .report = report,
                               .ledger = report->inputs.ledger,
                               .alike = stored_alike_create(&report->inputs),
                               .collected =
                                   is_collected(report->inputs.ledger) };
    uint32_t used = ledger_used(growing.ledger, LEDGER_OWNED);
    size_t count = 0;

    find_classes(&growing);
    find_kinds(&growing);
    for (uint32_t r = 1; growing.count > 0 && r < used; r++) {
        struct class *class = class_of(&growing, r);

        if (class != NULL) {
            look_at(&growing, class, r);
        }
    }
    *causes = NULL;
    for (size_t i = 0; i < growing.count; i++) {
        bool whole = web_of(&growing, i) == i;
        const struct class *held =
            whole ? first_of(&growing, i, is_cause) : NULL;
        const struct class *first =
            whole && held == NULL ? first_of(&growing, i, is_drifting) : held;

        if (first != NULL) {
            *causes = (struct growing_cause *)memory_room(*causes, count,
                                                          sizeof **causes);
            add_cause(&growing, first, held == NULL, &(*causes)[count++]);
        }
    }
    stored_alike_free(growing.alike);
    free(growing.classes);
    free(growing.of_kind);
    return count;
}
