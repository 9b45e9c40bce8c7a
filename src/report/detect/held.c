#include "report/detect/held.h"

#include <stdlib.h>

#include "report/detect/owned_finding.h"
#include "report/detect/stored_alike.h"
#include "report/evidence/expect.h"
#include "report/evidence/owners.h"
#include "report/text/memory.h"

enum {
    OBJECTS_MIN = 10,          /* stored alike, that grow */
    OBJECTS_MIN_BY_PASSES = 5, /* ... with each pass through a region */
};

struct held {
    struct report *report;
    uint32_t count;
    struct stored_alike *alike;
    bool *grows;      /* record: those that were stored alike do */
    bool *type_grows; /* some of the type do */
};

static bool
same_class(const struct ledger_owned *a, const struct ledger_owned *b)
{
    return a->type == b->type && a->birth == b->birth;
}

static bool
grows_steadily(const struct held *held, uint32_t first)
{
    struct growth_line line = stored_alike_growth(held->alike, first);
    uint64_t least = growth_is_by_region(held->report->inputs.growth)
                         ? OBJECTS_MIN_BY_PASSES
                         : OBJECTS_MIN;

    return stored_alike_objects(held->alike, first) >= least &&
           line.kind == GROWTH_LINEAR && line.slope > 0;
}

/* Records of objects that were stored alike need not stand together. */
static void
find_growing(struct held *held)
{
    const struct ledger *ledger = held->report->inputs.ledger;

    for (uint32_t r = 1; r < held->count; r++) {
        if (stored_alike_first(held->alike, r) != r ||
            !grows_steadily(held, r)) {
            continue;
        }
        held->type_grows[ledger_owned_at(ledger, r)->type] = true;
        for (uint32_t other = 1; other < held->count; other++) {
            held->grows[other] |= stored_alike_first(held->alike, other) == r;
        }
    }
}

/*
 * An object in a container that itself belongs to a growing class is not the
 * root of the matter. A container without a record is one of many alike.
 */
static bool
is_carried(const struct held *held, const struct ledger_owned *owned)
{
    const struct ledger *ledger = held->report->inputs.ledger;
    const struct ledger_holder *holder;
    uint32_t record;

    if (owned->owner_count == 0) {
        return false;
    }
    holder = ledger_holder_at(
        ledger, ledger_owner_at(ledger, owned->first_owner)->holder);
    if (holder->kind != LEDGER_HOLDER_OBJECT) {
        return false;
    }
    record = owners_record_at(held->report->inputs.owners, holder->address);
    return record != 0 ? held->grows[record] : held->type_grows[holder->type];
}

/* Where the first owner of the object holds it; NULL: it has none. */
static const struct ledger_owner *
first_owner(const struct held *held, uint32_t record)
{
    const struct ledger *ledger = held->report->inputs.ledger;
    const struct ledger_owned *owned = ledger_owned_at(ledger, record);

    return owned->owner_count == 0
               ? NULL
               : ledger_owner_at(ledger, owned->first_owner);
}

/* Keys come and go with their values, which are told of unless they are old. */
static bool
is_key_of_growing(const struct held *held, uint32_t record)
{
    const struct ledger_owner *key = first_owner(held, record);

    if (key == NULL || key->slot_kind != LEDGER_SLOT_KEY_ITSELF) {
        return false;
    }
    for (uint32_t other = 1; other < held->count; other++) {
        const struct ledger_owner *value =
            held->grows[other] ? first_owner(held, other) : NULL;

        if (value != NULL && value->holder == key->holder &&
            value->slot_kind != LEDGER_SLOT_KEY_ITSELF) {
            return true;
        }
    }
    return false;
}

static void
add_growing(struct held *held)
{
    struct report *report = held->report;

    for (uint32_t r = 1; r < held->count; r++) {
        const struct ledger_owned *owned =
            ledger_owned_at(report->inputs.ledger, r);

        if (stored_alike_first(held->alike, r) == r && held->grows[r] &&
            (owned->flags & LEDGER_OWNED_REACHED) != 0 &&
            owners_surplus(owned) == 0 && !is_carried(held, owned) &&
            !is_key_of_growing(held, r)) {
            struct finding *finding =
                owned_finding_add(report, VERDICT_HELD, owned, owned->stored,
                                  owned->stored_python, NULL, 0);

            finding->owned = r;
            finding->objects = stored_alike_objects(held->alike, r);
            finding->references = finding->objects;
            finding->sites[0].count = finding->objects;
            finding->growth = stored_alike_growth(held->alike, r);
        }
    }
}

/* One finding a class: the first object with such an owner stands for it. */
static void
add_unexpected(struct report *report, const struct expect *rules)
{
    uint32_t count = ledger_used(report->inputs.ledger, LEDGER_OWNED);
    bool *said = (bool *)memory_zeroed(count, sizeof *said);

    for (uint32_t r = 1; r < count; r++) {
        const struct ledger_owned *owned =
            ledger_owned_at(report->inputs.ledger, r);
        const struct ledger_owner *owner;
        struct finding *finding;

        if (said[r] ||
            !expect_watches(rules, report->inputs.ledger, owned->type) ||
            (owner = expect_unexpected(rules, report->inputs.ledger, owned)) ==
                NULL) {
            continue;
        }
        finding = owned_finding_add(report, VERDICT_HELD, owned, owned->stored,
                                    owned->stored_python, NULL, 0);
        finding->objects = 0;
        for (uint32_t other = r; other < count; other++) {
            const struct ledger_owned *next =
                ledger_owned_at(report->inputs.ledger, other);

            if (same_class(owned, next)) {
                said[other] = true;
                finding->objects +=
                    expect_unexpected(rules, report->inputs.ledger, next) !=
                    NULL;
            }
        }
        finding->references = finding->objects;
        finding->sites[0].count = finding->objects;
        finding->owned = r;
        finding->why = expect_complaint(report->inputs.ledger,
                                        report->inputs.symbols, owner);
    }
    free(said);
}

static void
drop_expected(struct report *report, const struct expect *rules)
{
    size_t kept = 0;

    for (size_t i = 0; i < report->finding_count; i++) {
        struct finding *finding = &report->findings[i];
        const struct ledger_owned *owned =
            ledger_owned_at(report->inputs.ledger, finding->owned);

        if (finding->verdict == VERDICT_HELD &&
            expect_watches(rules, report->inputs.ledger, owned->type)) {
            finding_clear(finding); /* comes back if an owner is unexpected */
        }
        else {
            report->findings[kept++] = *finding;
        }
    }
    report->finding_count = kept;
}

void
held_apply(struct report *report, const struct expect *rules)
{
    if (owners_known(report->inputs.owners)) {
        drop_expected(report, rules);
        add_unexpected(report, rules);
    }
}

void
held_find(struct report *report)
{
    struct held held = { .report = report,
                         .count =
                             ledger_used(report->inputs.ledger, LEDGER_OWNED) };

    if (!owners_known(report->inputs.owners)) {
        return;
    }
    held.alike = stored_alike_create(&report->inputs);
    held.grows = (bool *)memory_zeroed(held.count, sizeof(bool));
    held.type_grows = (bool *)memory_zeroed(
        ledger_used(report->inputs.ledger, LEDGER_TYPES) + 1, sizeof(bool));
    find_growing(&held);
    add_growing(&held);
    stored_alike_free(held.alike);
    free(held.grows);
    free(held.type_grows);
}
