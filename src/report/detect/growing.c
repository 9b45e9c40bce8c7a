#include "report/detect/growing.h"

#include <stdlib.h>
#include <string.h>

#include "report/detect/growing_class.h"
#include "report/detect/growing_first.h"
#include "report/detect/growing_limit.h"
#include "report/detect/growing_rules.h"
#include "report/evidence/owners.h"
#include "report/evidence/unowned.h"
#include "report/input/ledger_load.h"
#include "report/text/memory.h"

enum {
    OBJECTS_MIN = 10,          /* stored alike, that grow */
    OBJECTS_MIN_BY_PASSES = 4, /* ... with each pass through a region */
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
                                  ? growing_class_of_holder(growing, holder)
                                  : NULL;

        if (class != NULL && class != own) {
            return class;
        }
    }
    return NULL;
}

/* Of a key, the class of a value beside it; NULL: it does not grow. */
static struct class *
class_of_value(const struct growing *growing, const struct ledger_owner *key)
{
    uint32_t used = ledger_used(growing->ledger, LEDGER_OWNED);

    for (uint32_t r = 1; key->slot_kind == LEDGER_SLOT_KEY_ITSELF && r < used;
         r++) {
        const struct ledger_owned *owned = ledger_owned_at(growing->ledger, r);
        const struct ledger_owner *value =
            ledger_owner_at(growing->ledger, owned->first_owner);

        if (owned->owner_count > 0 && value->holder == key->holder &&
            value->slot_kind != LEDGER_SLOT_KEY_ITSELF &&
            growing_class_of(growing, r) != NULL) {
            return growing_class_of(growing, r);
        }
    }
    return NULL;
}

static void
join(struct growing *growing, const struct class *one,
     const struct class *other)
{
    size_t a = growing_web(growing, (size_t)(one - growing->classes));
    size_t b = growing_web(growing, (size_t)(other - growing->classes));

    growing->classes[a > b ? a : b].web = a > b ? b : a;
}

/* Not a number or a text, which several may have that have nothing else to do
 * with each other. */
static bool
holds_others(const struct growing *growing, const struct class *class)
{
    return (ledger_type_at(growing->ledger, class->type)->flags &
            LEDGER_TYPE_GC) != 0;
}

/*
 * Keys come and go with their values, which are told of unless they are old, or
 * are numbers and the like: what a cache was asked with holds more than these.
 */
static bool
is_key_of_growing(struct growing *growing, const struct class *class,
                  const struct ledger_owner *key)
{
    const struct class *value = class_of_value(growing, key);

    if (value != NULL && value != class && holds_others(growing, class) &&
        !holds_others(growing, value)) {
        join(growing, class, value);
        value = NULL;
    }
    return value != NULL;
}

/* It hangs on one of those that have it. */
static void
hang_up_others(struct growing *growing)
{
    for (size_t i = 0; i < growing->count; i++) {
        struct class *class = &growing->classes[i];

        if (class->carried > 0 && !holds_others(growing, class)) {
            join(growing, class, &growing->classes[class->carrier]);
        }
    }
}

/*
 * A cache with a limit was asked with it, and nobody can ask with that again: the
 * same goes for what it was asked with as a part of.
 */
static void
ask_with(const struct growing *growing, const struct ledger_owner *owner)
{
    for (uint32_t at = owner->holder; at != 0;
         at = ledger_holder_at(growing->ledger, at)->parent) {
        struct class *class = growing_class_of_holder(
            growing, ledger_holder_at(growing->ledger, at));

        if (class != NULL) {
            class->asked = true;
        }
    }
}

static void
look_at(struct growing *growing, struct class *class, uint32_t record)
{
    const struct ledger_owned *owned = ledger_owned_at(growing->ledger, record);
    bool carried = false, key = false,
         bounded = growing_limit_bounds(growing->ledger, owned);

    class->evaluation =
        class->examples == 0 ? owned->born_activation : class->evaluation;
    class->evaluations |= owned->born_activation == 0 ||
                          owned->born_activation != class->evaluation;
    class->examples++;
    if ((owned->flags & LEDGER_OWNED_REACHED) == 0) {
        class->adrift++;
        class->drifting = record;
    }
    class->unowned += owners_surplus(owned) != 0;
    class->spent += (owned->flags & LEDGER_OWNED_SPENT) != 0;
    if (owned->serial < class->oldest) {
        class->oldest = owned->serial;
    }
    if (owned->serial > class->youngest) {
        class->youngest = owned->serial;
    }
    for (uint32_t i = 0; i < owned->owner_count; i++) {
        const struct ledger_owner *owner =
            ledger_owner_at(growing->ledger, owned->first_owner + i);
        const struct class *carrier = carrier_of(growing, class, owner);

        if (carrier != NULL && holds_others(growing, class)) {
            join(growing, class, carrier);
        }
        if (carrier != NULL && i == 0) {
            class->carrier = (size_t)(carrier - growing->classes);
            carried = true;
        }
        if (growing_limit_is_asked(growing->ledger, owned, owner)) {
            ask_with(growing, owner);
        }
        key |= i == 0 && is_key_of_growing(growing, class, owner);
    }
    class->carried += carried;
    class->keys += key;
    growing->standings[record] = carried || key ? STANDING_NONE
                                 : bounded      ? STANDING_BOUNDED
                                                : STANDING_ALONE;
    if (carried) {
        growing_add_example(&class->held, record, 0);
    }
}

/* Do the same lines call each other, by whatever instructions? */
static bool
same_lines(const struct ledger *ledger, uint32_t one, uint32_t other)
{
    while (one != other) {
        if (one == 0 || other == 0 || !ledger_same_line(ledger, one, other)) {
            return false;
        }
        one = ledger_python_node_at(ledger, one)->parent;
        other = ledger_python_node_at(ledger, other)->parent;
    }
    return true;
}

/*
 * The first that a line makes are born by another instruction than those behind
 * them, which the interpreter has specialized: too few to be a class, but they are
 * older. What is born alike for other callers is not: all finalizers are.
 */
static void
look_at_first_of_kind(const struct growing *growing, uint32_t record)
{
    const struct ledger_owned *owned = ledger_owned_at(growing->ledger, record);
    struct class *class =
        owned->kind != 0
            ? growing_class_of(growing, growing->of_kind[owned->kind])
            : NULL;

    if (class != NULL && class->type == owned->type &&
        owned->serial < class->oldest &&
        same_lines(
            growing->ledger, owned->born_python,
            ledger_owned_at(growing->ledger, class->first)->born_python)) {
        class->oldest = owned->serial;
    }
}

/* Of what the record stands for. */
static uint64_t
born_late(const struct growing *growing, const struct class *class,
          uint32_t record)
{
    const struct ledger_owned *owned = ledger_owned_at(growing->ledger, record);

    return owned->serial >=
                   class->oldest + (class->youngest - class->oldest) / 2
               ? owners_stand_for(growing->ledger, owned)
               : 0;
}

/* What made them, now that all examples are known. */
static void
sort_examples(struct growing *growing)
{
    uint32_t used = ledger_used(growing->ledger, LEDGER_OWNED);

    for (uint32_t r = 1; r < used; r++) {
        struct class *class = growing->standings[r] != STANDING_NONE
                                  ? growing_class_of(growing, r)
                                  : NULL;

        if (class != NULL && growing->standings[r] == STANDING_BOUNDED &&
            !class->asked) {
            class->bounded++;
        }
        else if (class != NULL) {
            growing_add_example(growing_is_table(growing, class, r)
                                    ? &class->tables
                                    : &class->alone,
                                r, born_late(growing, class, r));
        }
    }
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
    size_t web = growing_web(growing, (size_t)(class - growing->classes));

    *cause = (struct growing_cause){
        .record = adrift ? class->drifting : growing_example(class),
        .adrift = adrift,
        .objects = stored_alike_objects(growing->alike, class->first),
        .line = class->line
    };
    for (size_t i = 0; i < growing->count; i++) {
        if (&growing->classes[i] != class && growing_web(growing, i) == web) {
            add_member(growing, &growing->classes[i], cause);
        }
    }
    if (cause->member_count > 0) {
        qsort(cause->members, cause->member_count, sizeof *cause->members,
              compare_members);
    }
}

/* A web that has no cause may be what a loop at the top level keeps. */
static void
set_aside(const struct growing *growing, size_t web, struct report *report)
{
    for (size_t i = 0; i < growing->count; i++) {
        const struct class *class = &growing->classes[i];
        struct kept_by_loop kept = { .type = class->type,
                                     .python = growing_loop(growing, class),
                                     .objects = stored_alike_objects(
                                         growing->alike, class->first) };

        if (growing_web(growing, i) == web && kept.python != 0 &&
            kept.objects > report->kept_by_loop.objects) {
            report->kept_by_loop = kept;
        }
    }
}

size_t
growing_find(struct report *report, struct growing_cause **causes)
{
    uint32_t used = ledger_used(report->inputs.ledger, LEDGER_OWNED);
    struct growing growing = { .report = report,
                               .ledger = report->inputs.ledger,
                               .alike = stored_alike_create(&report->inputs),
                               .standings = (uint8_t *)memory_zeroed(used, 1),
                               .collected =
                                   is_collected(report->inputs.ledger) };
    size_t count = 0;

    find_classes(&growing);
    find_kinds(&growing);
    for (uint32_t r = 1; growing.count > 0 && r < used; r++) {
        struct class *class = growing_class_of(&growing, r);

        if (class != NULL) {
            look_at(&growing, class, r);
        }
    }
    for (uint32_t r = 1; growing.count > 0 && r < used; r++) {
        look_at_first_of_kind(&growing, r);
    }
    hang_up_others(&growing);
    sort_examples(&growing);
    *causes = NULL;
    for (size_t i = 0; i < growing.count; i++) {
        bool adrift = false;
        const struct class *first = growing_web(&growing, i) == i
                                        ? growing_first(&growing, i, &adrift)
                                        : NULL;

        if (first != NULL) {
            *causes = (struct growing_cause *)memory_room(*causes, count,
                                                          sizeof **causes);
            add_cause(&growing, first, adrift, &(*causes)[count++]);
        }
        else if (growing_web(&growing, i) == i) {
            set_aside(&growing, i, report);
        }
    }
    stored_alike_free(growing.alike);
    free(growing.classes);
    free(growing.standings);
    free(growing.of_kind);
    return count;
}
