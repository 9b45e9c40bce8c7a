#include "ledger/rises.h"

#include <stdbool.h>

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

/* The highest number that was born in each part. */
static void
number_parts(const struct store *store, const struct ticks *ticks,
             const uint32_t *numbers)
{
    uint64_t used = *store->tables[LEDGER_ACCOUNTS].used;

    for (uint32_t i = 1; i < used; i++) {
        uint32_t number = kind_at(store, i, numbers), *born;
        struct ledger_rise *rise;
        uint64_t part;

        if (number == 0 || store_kind(store, number)->rise == 0) {
            continue;
        }
        rise = store_rise(store, store_kind(store, number)->rise);
        part = (ticks_changes(ticks, store_account(store, i)->serial) -
                rise->begin) *
               LEDGER_RISE_POINTS / (rise->end - rise->begin);
        born = &rise->born[part < LEDGER_RISE_POINTS ? part
                                                     : LEDGER_RISE_POINTS - 1];
        *born = numbers[i] > *born ? numbers[i] : *born;
    }
}

/*
 * Births until the end of a part, from the highest numbers of each. The last of
 * all may have no account: they came as fast as those before them.
 */
static uint64_t
births_until(const struct ledger_rise *rise, uint32_t part, uint64_t births)
{
    uint64_t until = 0, more;
    uint32_t last = 0;

    for (uint32_t p = 0; p < LEDGER_RISE_POINTS; p++) {
        last = rise->born[p] != 0 ? p : last;
        until = p <= part && rise->born[p] > until ? rise->born[p] : until;
    }
    if (part <= last) {
        return until;
    }
    more = until * (part - last) / (last + 1);
    return more < births - until ? until + more : births;
}

/* As many as live, of all that were born until the end of each part. */
static void
add_up(const struct store *store)
{
    uint64_t used = *store->tables[LEDGER_RISES].used;

    for (uint32_t i = 1; i < used; i++) {
        struct ledger_rise *rise = store_rise(store, i), numbers = *rise;
        const struct ledger_kind *kind = store_kind(store, rise->kind);

        for (uint32_t p = 0; p < LEDGER_RISE_POINTS; p++) {
            rise->born[p] = (uint32_t)(births_until(&numbers, p, kind->births) *
                                       kind->alive / kind->births);
        }
    }
}

void
rises_write(struct store *store, const struct ticks *ticks,
            const uint32_t *numbers)
{
    uint64_t end = ticks->count == 0 ? 0 : ticks->at[ticks->count - 1].changes;

    *store->tables[LEDGER_RISES].used = 1;
    find_first(store, ticks, numbers);
    add_rises(store, end);
    number_parts(store, ticks, numbers);
    add_up(store);
}
