#include "report/evidence/unowned.h"

#include <stdlib.h>

#include "base/refcount_shape.h"
#include "report/evidence/owned_record.h"
#include "report/text/memory.h"

struct unowned {
    const struct ledger *ledger;
    const struct ledger_owned **records; /* by serial number */
    size_t count;
    uint64_t last_serial; /* 0: there is no census to go by */
    uint32_t *members;    /* by kind: accounts that stand for others, ... */
    uint32_t *lost;       /* ... and where there are none, these do */
    bool cut;
    bool partial; /* ... when the objects had been asked: memory not searched
                     may own more than is known, but no less */
    bool abrupt;  /* what seems lost may be in use */
};

static int
compare_serials(const void *a, const void *b)
{
    uint64_t left = (*(const struct ledger_owned *const *)a)->serial;
    uint64_t right = (*(const struct ledger_owned *const *)b)->serial;

    return (left > right) - (left < right);
}

const struct ledger_census *
unowned_census(const struct ledger *ledger)
{
    uint32_t censuses = ledger_used(ledger, LEDGER_CENSUSES);
    const struct ledger_census *last =
        censuses < 2 ? NULL : ledger_census_at(ledger, censuses - 1);
    uint32_t incomplete =
        LEDGER_CENSUS_CUT | LEDGER_CENSUS_FULL | LEDGER_CENSUS_NONE;

    return last != NULL && (last->flags & incomplete) == 0 &&
                   (last->flags & LEDGER_CENSUS_SCANNED) != 0
               ? last
               : NULL;
}

/* Among which accounts of its kind it counts, by kind; NULL: it may be none of
 * many that leaked. */
static uint32_t *
members_of(const struct unowned *unowned, uint32_t index)
{
    const struct ledger_account *account =
        ledger_account_at(unowned->ledger, index);
    uint64_t surplus;

    if (account->state != LEDGER_ACCOUNT_BORN || account->references <= 0) {
        return NULL;
    }
    switch (unowned_find(unowned, account, &surplus)) {
    case OWNERSHIP_UNKNOWN:
        return unowned->last_serial == 0 || unowned->partial ? unowned->members
                                                             : NULL;
    case OWNERSHIP_SURPLUS:
        return unowned->members;
    case OWNERSHIP_LOST:
        return unowned->lost;
    default:
        return NULL;
    }
}

static void
count_members(struct unowned *unowned)
{
    uint32_t accounts = ledger_used(unowned->ledger, LEDGER_ACCOUNTS);

    for (uint32_t i = 1; i < accounts; i++) {
        uint32_t kind = ledger_kind_of(unowned->ledger, i);
        uint32_t *members = kind != 0 ? members_of(unowned, i) : NULL;

        if (members != NULL) {
            members[kind]++;
        }
    }
}

/* Whether a census that came to no end wrote what it knew by then. */
static bool
is_partial(const struct ledger *ledger, const struct ledger_census *last)
{
    return (last->flags & (LEDGER_CENSUS_FULL | LEDGER_CENSUS_NONE)) == 0 &&
           ledger_used(ledger, LEDGER_OWNED) > 1;
}

struct unowned *
unowned_create(const struct ledger *ledger)
{
    struct unowned *unowned =
        (struct unowned *)memory_zeroed(1, sizeof *unowned);
    uint32_t used = ledger_used(ledger, LEDGER_OWNED);
    uint32_t censuses = ledger_used(ledger, LEDGER_CENSUSES);
    const struct ledger_census *last;

    unowned->ledger = ledger;
    unowned->members = (uint32_t *)memory_zeroed(
        ledger_used(ledger, LEDGER_KINDS) + 1, sizeof *unowned->members);
    unowned->lost = (uint32_t *)memory_zeroed(
        ledger_used(ledger, LEDGER_KINDS) + 1, sizeof *unowned->lost);
    if (censuses < 2) {
        count_members(unowned);
        return unowned;
    }
    last = ledger_census_at(ledger, censuses - 1);
    if ((last->flags & LEDGER_CENSUS_FINAL) == 0) {
        count_members(unowned);
        return unowned;
    }
    if (unowned_census(ledger) == NULL) {
        unowned->cut = true;
        unowned->partial = is_partial(ledger, last);
    }
    if (unowned->cut && !unowned->partial) {
        count_members(unowned);
        return unowned;
    }
    unowned->abrupt = (last->flags & LEDGER_CENSUS_ABRUPT) != 0;
    unowned->last_serial = last->last_serial;
    unowned->records = (const struct ledger_owned **)memory_zeroed(
        used, sizeof *unowned->records);
    for (uint32_t i = 1; i < used; i++) {
        unowned->records[unowned->count++] = ledger_owned_at(ledger, i);
    }
    if (unowned->count > 0) {
        qsort(unowned->records, unowned->count, sizeof *unowned->records,
              compare_serials);
    }
    count_members(unowned);
    return unowned;
}

void
unowned_free(struct unowned *unowned)
{
    free(unowned->records);
    free(unowned->members);
    free(unowned->lost);
    free(unowned);
}

bool
unowned_is_cut(const struct unowned *unowned)
{
    return unowned->cut;
}

/* NULL: the last census had nothing to say about it. */
static const struct ledger_owned *
find_record(const struct unowned *unowned, const struct ledger_account *account)
{
    struct ledger_owned wanted = { .serial = account->serial };
    const struct ledger_owned *key = &wanted, *const * found;

    found = unowned->count == 0
                ? NULL
                : (const struct ledger_owned *const *)bsearch(
                      &key, unowned->records, unowned->count,
                      sizeof *unowned->records, compare_serials);
    return found != NULL ? *found : NULL;
}

bool
unowned_is_younger(const struct unowned *unowned,
                   const struct ledger_account *account)
{
    return unowned->last_serial != 0 && account->serial > unowned->last_serial;
}

enum ownership
unowned_find(const struct unowned *unowned,
             const struct ledger_account *account, uint64_t *surplus)
{
    const struct ledger_owned *record;
    int64_t left;

    *surplus = 0;
    if (unowned->last_serial == 0 || unowned_is_younger(unowned, account)) {
        return OWNERSHIP_UNKNOWN;
    }
    record = find_record(unowned, account);
    if (record == NULL) {
        return OWNERSHIP_OWNED;
    }
    if (owned_bereft_by(unowned->ledger, account, record) != NULL) {
        *surplus = (uint64_t)record->references;
        return OWNERSHIP_SURPLUS;
    }
    left = owned_without_certain(account, record);
    if (unowned->partial) {
        return left > 0 ? OWNERSHIP_UNKNOWN : OWNERSHIP_OWNED;
    }
    left -= (int64_t)record->internal + record->possible;
    if (left > 0) {
        *surplus = (uint64_t)left;
        return OWNERSHIP_SURPLUS;
    }
    if ((record->flags & LEDGER_OWNED_REACHED) != 0) {
        return OWNERSHIP_OWNED;
    }
    return !unowned->abrupt && record->internal == 0 &&
                   owned_without_certain(account, record) ==
                       record->references &&
                   !owned_is_in_an_object(unowned->ledger, record)
               ? OWNERSHIP_LOST
               : OWNERSHIP_ADRIFT;
}

uint64_t
unowned_doubtful(const struct unowned *unowned,
                 const struct ledger_account *account)
{
    const struct ledger_owned *record = find_record(unowned, account);
    int64_t left =
        record != NULL && !unowned->partial
            ? owned_without_certain(account, record) -
                  owned_kept_as_names(unowned->ledger, account, record)
            : 0;

    return left > 0 ? (uint64_t)left : 0;
}

uint64_t
unowned_uncounted(const struct unowned *unowned,
                  const struct ledger_account *account)
{
    const struct ledger_owned *record = find_record(unowned, account);
    int64_t beyond = record != NULL
                         ? (int64_t)record->internal + record->possible -
                               owned_without_certain(account, record)
                         : 0;

    return beyond > 0 ? (uint64_t)beyond : 0;
}

uint64_t
unowned_owners(const struct unowned *unowned,
               const struct ledger_account *account)
{
    const struct ledger_owned *record = find_record(unowned, account);

    return record != NULL ? (uint64_t)record->edges + record->frames +
                                record->statics + record->hidden
                          : 0;
}

/* Of its owners' references, the items of lists and the like. */
static uint32_t
items_of(const struct unowned *unowned, const struct ledger_owned *record)
{
    return record != NULL && record->owner_count != 0
               ? ledger_owner_at(unowned->ledger, record->first_owner)->items
               : 0;
}

uint64_t
unowned_copies(const struct unowned *unowned,
               const struct ledger_account *account)
{
    uint64_t owners = unowned_owners(unowned, account);
    uint32_t items = items_of(unowned, find_record(unowned, account));

    return items < owners ? owners - items : 0;
}

bool
unowned_is_pointed_at(const struct unowned *unowned,
                      const struct ledger_account *account)
{
    const struct ledger_owned *record = find_record(unowned, account);

    return record == NULL || unowned_owners(unowned, account) != 0 ||
           record->internal != 0 || record->possible != 0;
}

uint64_t
unowned_overdrawn(const struct unowned *unowned,
                  const struct ledger_account *account)
{
    const struct ledger_owned *record = find_record(unowned, account);
    bool asked = (ledger_type_at(unowned->ledger, account->type)->flags &
                  LEDGER_TYPE_GC) != 0;
    int64_t beyond = record != NULL
                         ? (asked ? record->edges : items_of(unowned, record)) -
                               record->references
                         : 0;

    return beyond > 0 ? (uint64_t)beyond : 0;
}

uint64_t
unowned_too_few(const struct unowned *unowned,
                const struct ledger_account *account)
{
    const struct ledger_owned *record = find_record(unowned, account);
    int64_t began = refcount_began(account->adopted_references), below, beyond;

    if (record == NULL || account->state != LEDGER_ACCOUNT_ADOPTED ||
        began == 0) {
        return 0;
    }
    below = began - record->references;
    /* Variables often borrow, and keep what was there before. */
    beyond = (int64_t)record->edges + record->frames +
             owned_kept_by_caches(unowned->ledger, account, record) -
             (record->references - began + record->uncounted);
    beyond = below > beyond ? below : beyond;
    return beyond > 0 ? (uint64_t)beyond : 0;
}

/* Its owners died when the interpreter let go of all, and did not. */
static bool
is_bereft(const struct unowned *unowned, const struct ledger_account *account)
{
    const struct ledger_owned *record = find_record(unowned, account);

    return record != NULL &&
           owned_bereft_by(unowned->ledger, account, record) != NULL;
}

struct unowned_more
unowned_more(const struct unowned *unowned, uint32_t account, bool doubt)
{
    uint32_t kind = ledger_kind_of(unowned->ledger, account);
    const struct ledger_kind *all = ledger_kind_at(unowned->ledger, kind);
    const uint32_t *list = kind != 0 ? members_of(unowned, account) : NULL;
    double members, objects;

    if (list == NULL ||
        (list == unowned->lost && (!doubt || unowned->members[kind] > 0))) {
        return (struct unowned_more){ 0 };
    }
    members = list[kind];
    doubt = doubt && !unowned->partial;
    if (unowned->last_serial != 0 &&
        !is_bereft(unowned, ledger_account_at(unowned->ledger, account))) {
        return (struct unowned_more){
            (double)(doubt ? all->doubtful : all->unowned) / members,
            (double)(doubt ? all->doubtful_references
                           : all->unowned_references) /
                members,
        };
    }
    objects = (double)(all->alive - all->accounts) / members;
    return (struct unowned_more){ objects, objects };
}

struct unowned_sum
unowned_more_of(const struct unowned *unowned, const uint32_t *accounts,
                size_t count, bool doubt)
{
    struct unowned_more sum = { 0 };

    for (size_t i = 0; i < count; i++) {
        struct unowned_more more = unowned_more(unowned, accounts[i], doubt);

        sum.objects += more.objects;
        sum.references += more.references;
    }
    return (struct unowned_sum){ (uint64_t)(sum.objects + .5),
                                 (uint64_t)(sum.references + .5) };
}

uint64_t
unowned_more_overdrawn(const struct unowned *unowned, uint32_t account)
{
    return unowned->last_serial == 0
               ? 0
               : ledger_kind_at(unowned->ledger,
                                ledger_kind_of(unowned->ledger, account))
                     ->overdrawn;
}

bool
unowned_speaks_for(const struct unowned *unowned, uint32_t kind)
{
    return unowned->last_serial == 0 || unowned->members[kind] > 0;
}
