#include "probe/admission/counted.h"

#include "cpython/memory.h"
#include "probe/admission/kinds.h"
#include "probe/admission/resting.h"
#include "probe/images/types.h"

uint32_t
counted_kind(uint64_t object)
{
    uint32_t slot =
        counted_is(object) ? *account_slot(&recorder.accounts, object) : 0;

    return (slot & ACCOUNT_INDEX_KIND) == 0 ? 0 : slot & ~ACCOUNT_INDEX_KIND;
}

static void
expect(uint64_t object, uint64_t references)
{
    *shadow_at(object) = (uint8_t)((*shadow_at(object) & SHADOW_FLAGS) |
                                   references << SHADOW_COUNT_SHIFT);
}

/* Returns its kind, which it does not belong to any more. */
static uint32_t
take_out(uint64_t object)
{
    uint32_t kind = counted_kind(object);

    *shadow_at(object) = 0;
    if (kind != 0) {
        *account_slot(&recorder.accounts, object) = 0;
    }
    return kind;
}

static void
end(uint64_t object)
{
    bool alive = counted_references(object) > 0;
    uint32_t kind = take_out(object);

    if (alive) {
        kinds_died(kind);
    }
}

void
counted_begin(uint64_t object, uint32_t site, uint32_t kind)
{
    recorder.sees_frames_end = false;
    if (!recorder.shadow_hashed &&
        account_make_page(&recorder.accounts, object)) {
        counted_note(object, load64(object + recorder.layout->object.type),
                     account_slot(&recorder.accounts, object), kind);
        counted_tally(site);
    }
    else {
        kinds_died(kind); /* nobody would see that */
    }
}

void
counted_end(uint64_t object)
{
    recorder.store.header->vanished += counted_references(object) > 0;
    end(object);
}

uint32_t
counted_open(uint64_t object)
{
    const struct type_facts *facts =
        types_known(load64(object + recorder.layout->object.type));
    uint32_t references = counted_references(object);
    struct ledger_header *header = recorder.store.header;
    struct ledger_account *account;
    uint32_t index, kind = take_out(object);

    if (facts == NULL || !facts->tracked) {
        kinds_died(kind);
        return 0; /* its class was changed */
    }
    index = account_open(&recorder.accounts, object, facts->number,
                         LEDGER_ACCOUNT_BORN, references);
    if (index == 0) {
        header->unsampled++;
        kinds_died(kind);
        return 0;
    }
    kinds_opened(kind, index, 0);
    account = store_account(&recorder.store, index);
    account->adopted_references = (int32_t)references;
    account->flags |= LEDGER_ACCOUNT_RESTED;
    header->births++;
    header->thinned -= header->thinned > 0;
    store_type(&recorder.store, facts->number)->births++;
    shadow_track(object);
    return index;
}

bool
counted_move(uint64_t from, uint64_t object, uint64_t type)
{
    uint32_t kind = counted_kind(from);
    uint8_t byte = *shadow_at(from);

    if (kind == 0 || from == object ||
        recorder_count(load64(object)) != counted_references(from) ||
        store_type(&recorder.store, store_kind(&recorder.store, kind)->type)
                ->address != type ||
        !account_make_page(&recorder.accounts, object)) {
        return false;
    }
    end(object);
    take_out(from);
    *shadow_at(object) = byte;
    *account_slot(&recorder.accounts, object) = kind | ACCOUNT_INDEX_KIND;
    recorder.store.header->moved++;
    return true;
}

/*
 * Its memory may hold anything, if it vanished: what stands in the place of the
 * type is only compared.
 */
static bool
is_object(uint64_t object, uint64_t word)
{
    const struct python_layout *layout = recorder.layout;

    return recorder_is_count(word) &&
           types_known(load64(object + layout->object.type)) != NULL;
}

/* What had no reference left lives on only when a finalizer runs. */
static bool
is_over(uint64_t object, int64_t before, int64_t after)
{
    return counted_references(object) == 0 && (before != 0 || after != 1);
}

uint32_t
counted_change(uint64_t object, uint32_t site, int64_t after)
{
    struct ledger_header *header = recorder.store.header;
    uint64_t word = load64(object);
    int64_t before = recorder_count(word);

    if (is_over(object, before, after)) {
        end(object);
        return 0;
    }
    if (before != (int64_t)counted_references(object)) {
        /* Memory that was freed may have a count of 0, and the old type. */
        if (before > 0 && is_object(object, word)) {
            return counted_open(object);
        }
        header->immortalized += before < 0;
        header->vanished += before >= 0;
        end(object);
        return 0;
    }
    if (after > SHADOW_COUNT_MAX) {
        return counted_open(object);
    }
    if (after > 0 || (after == 0 && (*shadow_at(object) & SHADOW_FINALIZER))) {
        if (before == 0) {
            kinds_lives_on(counted_kind(object));
        }
        expect(object, (uint64_t)after);
        if (after == 0) {
            kinds_died(counted_kind(object));
        }
    }
    else {
        header->immortalized += after < 0;
        end(object);
    }
    counted_tally(site);
    return 0;
}
