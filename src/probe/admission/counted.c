#include "probe/admission/counted.h"

#include "cpython/memory.h"
#include "probe/admission/kinds.h"
#include "probe/images/types.h"
#include "probe/stack/activations.h"
#include "probe/stack/frame_spine.h"
#include "probe/state/recorder.h"
#include "probe/state/shadow.h"
#include "probe/state/short_ways.h"

enum { LONG_EACH = 64 }; /* births of which one is looked at closely */

bool
counted_is(uint64_t object)
{
    return !recorder.shadow_hashed && (*shadow_at(object) & SHADOW_COUNTED);
}

uint32_t
counted_kind(uint64_t object)
{
    uint32_t slot =
        counted_is(object) ? *account_slot(&recorder.accounts, object) : 0;

    return (slot & ACCOUNT_INDEX_KIND) == 0 ? 0 : slot & ~ACCOUNT_INDEX_KIND;
}

static void
begin(uint64_t object, uint32_t kind)
{
    const struct python_layout *layout = recorder.layout;
    uint64_t type = load64(object + layout->object.type);
    bool finalizer = load64(type + layout->type.finalize) != 0;

    *shadow_at(object) =
        (uint8_t)(SHADOW_TRACKED | SHADOW_COUNTED |
                  (finalizer ? SHADOW_FINALIZER : 0) | 1 << SHADOW_COUNT_SHIFT);
    *account_slot(&recorder.accounts, object) =
        kind == 0 ? 0 : kind | ACCOUNT_INDEX_KIND;
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

uint32_t
counted_references(uint64_t object)
{
    return counted_is(object) ? *shadow_at(object) >> SHADOW_COUNT_SHIFT : 0u;
}

/* Whether nothing lives there; a finalizer may have been at work. */
static bool
is_free(uint8_t byte)
{
    return byte == 0 ||
           ((byte & SHADOW_COUNTED) && byte >> SHADOW_COUNT_SHIFT == 0);
}

static void
tally(uint32_t site)
{
    entry_count_path.counted++;
    store_site(&recorder.store, site)->changes++;
}

static bool
is_last_thread(void)
{
    uint64_t self = own_thread_id();

    return entry_count_path.thread_id == self &&
           entry_count_path.thread_state == thread_state_here(self);
}

/* Now and then a birth is no short way: checkpoints may be due. */
static bool
is_due(void)
{
    static uint32_t births;

    return ++births % LONG_EACH == 0;
}

bool
counted_birth(struct hook_frame *frame)
{
    uint64_t object = frame->address, position;
    uint32_t site = hook_site(frame), kind;

    if (!recorder.recording || recorder.busy || recorder.paused ||
        recorder.moving != 0 || recorder.moving_counted != 0 ||
        !is_free(*shadow_at(object)) ||
        !account_has_page(&recorder.accounts, object) || !is_last_thread()) {
        return false;
    }
    position = frame_spine_position(entry_count_path.thread_state);
    kind = kinds_recent(load64(object + recorder.layout->object.type), site,
                        position);
    if (kind == 0 || is_due() || !kinds_leaves_out(kind)) {
        return false;
    }
    recorder.sees_frames_end = false;
    recorder.store.header->thinned++;
    begin(object, kind);
    tally(site);
    return true;
}

void
counted_begin(uint64_t object, uint32_t site, uint32_t kind)
{
    recorder.sees_frames_end = false;
    if (!recorder.shadow_hashed &&
        account_make_page(&recorder.accounts, object)) {
        begin(object, kind);
        tally(site);
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
    tally(site);
    return 0;
}
