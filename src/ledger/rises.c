#include "ledger/rises.h"

#include <stdbool.h>

#include "base/mapping.h"

/* Of an object that lives, and of which is known when it was born; 0: it is
   another. */
static uint32_t
kind_at(const struct store *store, uint32_t account, const uint32_t *numbers)
{
    const struct ledger_account *found = store_account(store, account);

    return found->state == LEDGER_ACCOUNT_BORN && found->references > 0 &&
                   numbers[account] != 0 &&
                   account < *store->tables[LEDGER_PENDING].used
               ? store_pending(store, account)->kind
               : 0;
}

static void
find_first(const struct store *store, const struct ticks *ticks,
           const uint32_t *numbers)
{
    uint64_t kinds = *store->tables[LEDGER_KINDS].used;
    uint64_t used = *store->tables[LEDGER_ACCOUNTS].used;

    for (uint32_t i = 1; i < kinds; i++) {
        store_kind(store, i)->first = UINT64_MAX;
        store_kind(store, i)->rise = 0;
    }
    for (uint32_t i = 1; i < used; i++) {
        uint32_t number = kind_at(store, i, numbers);
        struct ledger_kind *kind = store_kind(store, number);
        uint64_t at;

        if (number == 0 || kind->alive < RISE_MIN) {
            continue;
        }
        at = ticks_changes(ticks, store_account(store, i)->serial);
        kind->first = at < kind->first ? at : kind->first;
    }
}

static bool
is_rise(const struct ledger_kind *kind, uint64_t end)
{
    return kind->alive >= RISE_MIN && kind->births >= kind->alive &&
           kind->births - kind->alive <= kind->births / RISE_DIED &&
           kind->first <= end && end - kind->first >= RISE_CHANGES;
}

static void
add_rises(struct store *store, uint64_t end)
{
    uint64_t kinds = *store->tables[LEDGER_KINDS].used;

    for (uint32_t i = 1; i < kinds; i++) {
        struct ledger_kind *kind = store_kind(store, i);

        if (!is_rise(kind, end)) {
            continue;
        }
        kind->rise = store_add(store, LEDGER_RISES, 1);
        if (kind->rise != 0) {
            *store_rise(store, kind->rise) = (struct ledger_rise){
                .kind = i,
                .begin = kind->first,
                .end = end,
            };
        }
    }
}

/* What is known of the births in a part of a rise: the first and the last that
 * have accounts. */
struct birth {
    uint64_t changes;
    uint32_t number; /* 0: none */
};

struct part {
    struct birth first, last;
};

static void
note_birth(struct part *part, struct birth birth)
{
    if (part->first.number == 0 || birth.number < part->first.number) {
        part->first = birth;
    }
    if (birth.number > part->last.number) {
        part->last = birth;
    }
}

/* Parts stand behind those of the rise before. */
static void
note_births(const struct store *store, const struct ticks *ticks,
            const uint32_t *numbers, struct part *parts)
{
    uint64_t used = *store->tables[LEDGER_ACCOUNTS].used;

    for (uint32_t i = 1; i < used; i++) {
        uint32_t number = kind_at(store, i, numbers), rise;
        uint64_t changes, part;

        if (number == 0 || store_kind(store, number)->rise == 0) {
            continue;
        }
        rise = store_kind(store, number)->rise;
        changes = ticks_changes(ticks, store_account(store, i)->serial);
        part = (changes - store_rise(store, rise)->begin) * LEDGER_RISE_POINTS /
               (store_rise(store, rise)->end - store_rise(store, rise)->begin);
        part = part < LEDGER_RISE_POINTS ? part : LEDGER_RISE_POINTS - 1;
        note_birth(&parts[(uint64_t)rise * LEDGER_RISE_POINTS + part],
                   (struct birth){ changes, numbers[i] });
    }
}

/* Evenly from one to the other: of those between them nobody knows. */
static uint64_t
births_between(struct birth before, struct birth after, uint64_t changes)
{
    uint64_t apart = after.changes - before.changes;

    return apart == 0
               ? before.number
               : before.number + (uint64_t)(after.number - before.number) *
                                     (changes - before.changes) / apart;
}

/*
 * Births until the end of a part. The last of all may have no account: they came
 * as fast as those before them.
 */
static uint64_t
births_until(const struct ledger_rise *rise, const struct part *parts,
             uint32_t part, uint64_t births)
{
    uint64_t changes = rise->begin + (rise->end - rise->begin) * (part + 1) /
                                         LEDGER_RISE_POINTS;
    struct birth before = { rise->begin, 0 };
    uint64_t more;
    uint32_t last = 0;

    for (uint32_t p = 0; p < LEDGER_RISE_POINTS; p++) {
        if (p > part && parts[p].first.number > before.number) {
            return births_between(before, parts[p].first, changes);
        }
        if (p <= part && parts[p].last.number > before.number) {
            before = parts[p].last;
            last = p;
        }
    }
    if (part <= last) {
        return before.number;
    }
    more = (uint64_t)before.number * (part - last) / (last + 1);
    return more < births - before.number ? before.number + more : births;
}

/* As many as live, of all that were born until the end of each part. */
static void
add_up(const struct store *store, const struct part *parts)
{
    uint64_t used = *store->tables[LEDGER_RISES].used;

    for (uint32_t i = 1; i < used; i++) {
        struct ledger_rise *rise = store_rise(store, i);
        const struct ledger_kind *kind = store_kind(store, rise->kind);

        for (uint32_t p = 0; p < LEDGER_RISE_POINTS; p++) {
            rise->born[p] =
                (uint32_t)(births_until(
                               rise, &parts[(uint64_t)i * LEDGER_RISE_POINTS],
                               p, kind->births) *
                           kind->alive / kind->births);
        }
    }
}

void
rises_write(struct store *store, const struct ticks *ticks,
            const uint32_t *numbers)
{
    uint64_t end = ticks->count == 0 ? 0 : ticks->at[ticks->count - 1].changes;
    struct part *parts;
    uint64_t bytes;

    *store->tables[LEDGER_RISES].used = 1;
    find_first(store, ticks, numbers);
    add_rises(store, end);
    bytes =
        *store->tables[LEDGER_RISES].used * LEDGER_RISE_POINTS * sizeof *parts;
    parts = mapping_zeroed(bytes);
    if (parts == NULL) {
        *store->tables[LEDGER_RISES].used = 1;
        return;
    }
    note_births(store, ticks, numbers, parts);
    add_up(store, parts);
    mapping_return(parts, bytes);
}
