#include "report/evidence/owners.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/evidence/owned_record.h"
#include "report/evidence/unowned.h"
#include "report/evidence/way.h"
#include "report/text/memory.h"

enum { WAYS_MAX = 4, LEVELS_MAX = 64 };

struct owners {
    const struct ledger *ledger;
    uint64_t last_serial; /* 0: there is no census to go by */
    uint32_t *by_account; /* record */
    uint32_t *by_object;  /* records, sorted by address */
    size_t count;
};

static const struct ledger *sorted_ledger;

static int
compare_objects(const void *a, const void *b)
{
    uint64_t left =
        ledger_owned_at(sorted_ledger, *(const uint32_t *)a)->object;
    uint64_t right =
        ledger_owned_at(sorted_ledger, *(const uint32_t *)b)->object;

    return (left > right) - (left < right);
}

struct owners *
owners_create(const struct ledger *ledger)
{
    struct owners *owners = (struct owners *)memory_zeroed(1, sizeof *owners);
    uint32_t used = ledger_used(ledger, LEDGER_OWNED);
    const struct ledger_census *last = unowned_census(ledger);

    owners->ledger = ledger;
    if (last == NULL) {
        return owners;
    }
    owners->last_serial = last->last_serial;
    owners->by_account = (uint32_t *)memory_zeroed(
        ledger_used(ledger, LEDGER_ACCOUNTS) + 1, sizeof(uint32_t));
    owners->by_object = (uint32_t *)memory_zeroed(used + 1, sizeof(uint32_t));
    for (uint32_t i = 1; i < used; i++) {
        owners->by_account[ledger_owned_at(ledger, i)->account] = i;
        owners->by_object[owners->count++] = i;
    }
    if (owners->count > 0) {
        sorted_ledger = ledger;
        qsort(owners->by_object, owners->count, sizeof(uint32_t),
              compare_objects);
    }
    return owners;
}

void
owners_free(struct owners *owners)
{
    free(owners->by_account);
    free(owners->by_object);
    free(owners);
}

bool
owners_known(const struct owners *owners)
{
    return owners->last_serial != 0;
}

bool
owners_saw(const struct owners *owners, uint32_t account)
{
    return ledger_account_at(owners->ledger, account)->serial <=
           owners->last_serial;
}

const struct ledger_owned *
owners_of(const struct owners *owners, uint32_t account)
{
    uint32_t record = owners_known(owners) ? owners->by_account[account] : 0;
    const struct ledger_owned *owned = ledger_owned_at(owners->ledger, record);

    return record != 0 && owned->serial ==
                              ledger_account_at(owners->ledger, account)->serial
               ? owned
               : NULL;
}

uint32_t
owners_record_at(const struct owners *owners, uint64_t object)
{
    size_t low = 0, high = owners->count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        uint32_t record = owners->by_object[middle];
        uint64_t found = ledger_owned_at(owners->ledger, record)->object;

        if (found == object) {
            return record;
        }
        if (found < object) {
            low = middle + 1;
        }
        else {
            high = middle;
        }
    }
    return 0;
}

uint64_t
owners_surplus(const struct ledger_owned *owned)
{
    uint64_t owners =
        (uint64_t)owned->edges + owned->frames + owned->statics + owned->hidden;

    if ((owned->flags & LEDGER_OWNED_IN_MEMORY) != 0) {
        owners += owned->possible;
    }
    return owned->references > 0 && (uint64_t)owned->references > owners
               ? (uint64_t)owned->references - owners
               : 0;
}

uint64_t
owners_stand_for(const struct ledger *ledger, const struct ledger_owned *owned)
{
    const struct ledger_account *account;
    const struct ledger_kind *kind;
    double objects;

    if (owned->kind == 0) {
        return 1;
    }
    account = ledger_account_at(ledger, owned->account);
    kind = ledger_kind_at(ledger, owned->kind);
    if (account->serial != owned->serial || kind->births == 0) {
        return 1;
    }
    /* exp2 is of a younger C library than the wheel's. */
    objects =
        ldexp((double)kind->alive / (double)kind->births, account->sampling);
    return objects > 1 ? (uint64_t)objects : 1;
}

bool
owners_in_memory(const struct ledger *ledger, const struct ledger_owner *owner)
{
    const struct ledger_holder *holder =
        ledger_holder_at(ledger, owner->holder);

    for (int i = 0; i < LEVELS_MAX && holder->parent != 0; i++) {
        holder = ledger_holder_at(ledger, holder->parent);
    }
    return holder->kind == LEDGER_HOLDER_BLOCK ||
           holder->kind == LEDGER_HOLDER_POOL ||
           holder->kind == LEDGER_HOLDER_HEAP;
}

/* Though its type has a tp_traverse to do so: of memory of C, that of the object
   which leads there. */
static bool
is_unannounced(const struct ledger *ledger, const struct ledger_owner *owner)
{
    const struct ledger_holder *holder =
        ledger_holder_at(ledger, owner->holder);

    if (holder->kind != LEDGER_HOLDER_OBJECT) {
        holder = ledger_holder_at(ledger, holder->parent);
    }
    return (owner->flags & LEDGER_OWNER_UNANNOUNCED) != 0 &&
           (holder->kind != LEDGER_HOLDER_OBJECT ||
            (ledger_type_at(ledger, holder->type)->flags & LEDGER_TYPE_GC) !=
                0);
}

static struct owner_path
describe_way(const struct inputs *inputs, const struct ledger_owner *owner)
{
    const struct ledger_holder *holder =
        ledger_holder_at(inputs->ledger, owner->holder);

    return (struct owner_path){
        .text = way_text(inputs->ledger, inputs->symbols, owner),
        .references = owner->count,
        .kind = way_kind_word(holder->kind),
        .unannounced = is_unannounced(inputs->ledger, owner),
        .in_memory = owners_in_memory(inputs->ledger, owner),
    };
}

/* Owners of which the same is said are one way. */
static void
add_way(const struct inputs *inputs, const struct ledger_owner *owner,
        struct owner_summary *out)
{
    struct owner_path way = describe_way(inputs, owner);

    for (size_t i = 0; i < out->way_count; i++) {
        if (strcmp(out->ways[i].text, way.text) == 0 &&
            strcmp(out->ways[i].kind, way.kind) == 0 &&
            out->ways[i].unannounced == way.unannounced) {
            out->ways[i].references += way.references;
            free(way.text);
            return;
        }
    }
    out->ways = (struct owner_path *)memory_room(out->ways, out->way_count,
                                                 sizeof *out->ways);
    out->ways[out->way_count++] = way;
}

/* One object stands for all: it is named as the example. */
static void
add_ways(const struct inputs *inputs, const struct ledger_owned *owned,
         struct owner_summary *out)
{
    for (uint32_t i = 0; i < owned->owner_count; i++) {
        if (out->way_count == WAYS_MAX) {
            out->more++;
            continue;
        }
        add_way(inputs, ledger_owner_at(inputs->ledger, owned->first_owner + i),
                out);
    }
}

static bool
is_lost(const struct ledger *ledger, const struct ledger_owned *owned)
{
    return owned->possible > 0 &&
           owned->edges + owned->frames + owned->statics + owned->hidden +
                   owned->internal ==
               0 &&
           (owned->flags & LEDGER_OWNED_REACHED) == 0 &&
           !owned_is_in_an_object(ledger, owned);
}

void
owners_describe(const struct inputs *inputs, const uint32_t *accounts,
                size_t count, struct owner_summary *out)
{
    const struct owners *owners = inputs->owners;
    const struct ledger_owned *example = NULL;
    int64_t began = 0;

    for (size_t i = 0; owners_known(owners) && i < count; i++) {
        const struct ledger_owned *owned = owners_of(owners, accounts[i]);
        uint64_t pointers;

        if (!owners_saw(owners, accounts[i])) {
            continue;
        }
        out->objects++;
        if (owned == NULL) {
            continue;
        }
        pointers = (uint64_t)owned->edges + owned->frames + owned->statics +
                   owned->hidden + owned->internal + owned->possible;
        out->nowhere += pointers == 0;
        out->lost += is_lost(inputs->ledger, owned);
        out->beyond +=
            owned->references > 0 && (uint64_t)owned->references > pointers;
        if (example == NULL || owned->owner_count > example->owner_count) {
            example = owned;
            began = owned_began(ledger_account_at(inputs->ledger, accounts[i]));
        }
    }
    if (example != NULL) {
        out->references = (uint64_t)(example->references - began);
        add_ways(inputs, example, out);
    }
}

void
owners_describe_record(const struct inputs *inputs,
                       const struct ledger_owned *owned,
                       struct owner_summary *out)
{
    out->objects = 1;
    out->references = owned->references > 0 ? (uint64_t)owned->references : 0;
    add_ways(inputs, owned, out);
}

void
owner_summary_clear(struct owner_summary *owners)
{
    for (size_t i = 0; i < owners->way_count; i++) {
        free(owners->ways[i].text);
    }
    free(owners->ways);
    *owners = (struct owner_summary){ 0 };
}
