#include "probe/admission/kinds.h"

#include "base/mapping.h"
#include "ledger/hash.h"
#include "ledger/slots.h"
#include "probe/admission/admission.h"
#include "probe/state/recorder.h"

enum {
    LOOK_EACH = 1024, /* births from one look at how full the ledger is */
    FULL_FIRST = 128, /* of 256: from here on fewer are enough: half, and ... */
    FULL_STEP = 24,   /* ... half of these with each step */
    ASKED = 4,        /* births that get accounts for who follows them */
    POSITIONS_SHARE = 252, /* of 256 kinds: these have positions */
};

static struct slots slots;
static uint32_t enough = ADMISSION_ENOUGH;
static uint32_t *kind_of;   /* account -> its kind; 0: none */
static uint32_t *number_of; /* ... -> births of that kind until then */
static uint32_t stands_for; /* the last that was let in: 2^n births */
static uint32_t *many;      /* those that had COURSE_MIN objects at once ... */
static uint64_t *many_bits; /* ... and a bit for each */
static uint32_t many_count;

static bool
is_wanted(void)
{
    return recorder.options.sample == OPTIONS_SAMPLE_AUTO &&
           !recorder.shadow_hashed;
}

bool
kinds_init(void)
{
    const struct store_table *tables = recorder.store.tables;
    uint64_t count = SLOTS_FIRST;
    struct recent_kind *recent;
    uint32_t *memory;

    if (!is_wanted()) {
        return true;
    }
    while (count < 2 * tables[LEDGER_KINDS].limit) {
        count *= 2;
    }
    memory = mapping_zeroed(count * sizeof *memory);
    kind_of = mapping_zeroed(tables[LEDGER_ACCOUNTS].limit * sizeof *kind_of);
    number_of =
        mapping_zeroed(tables[LEDGER_ACCOUNTS].limit * sizeof *number_of);
    many = mapping_zeroed(tables[LEDGER_KINDS].limit * sizeof *many);
    many_bits = mapping_zeroed((tables[LEDGER_KINDS].limit / 64 + 1) *
                               sizeof *many_bits);
    recent = mapping_zeroed(sizeof *recent << KINDS_RECENT_BITS);
    if (memory == NULL || kind_of == NULL || number_of == NULL ||
        many == NULL || many_bits == NULL || recent == NULL) {
        return false;
    }
    recorder.recent_kinds = recent;
    many_count = 0;
    entry_count_path.kinds_alive = 0;
    slots_init(&slots, memory, (uint32_t)(count - 1));
    return true;
}

static uint64_t
key_of(const void *store, uint32_t kind)
{
    return store_kind((const struct store *)store, kind)->key;
}

static uint32_t
find(uint64_t key)
{
    uint32_t slot = slots_first(&slots, key);

    while (slots.at[slot] != 0 &&
           store_kind(&recorder.store, slots.at[slot])->key != key) {
        slot = slots_next(&slots, slot);
    }
    return slots.at[slot];
}

static uint32_t
add(uint64_t key, uint32_t type, uint32_t site)
{
    uint32_t kind = store_add(&recorder.store, LEDGER_KINDS, 1);

    if (kind != 0) {
        *store_kind(&recorder.store, kind) =
            (struct ledger_kind){ .key = key, .type = type, .site = site };
        slots_append(&slots, kind, key_of, &recorder.store);
    }
    return kind;
}

static uint64_t
key_at(uint32_t type, uint32_t site, uint64_t position)
{
    return hash_mix(hash_mix(type, site), position) | 1;
}

/* When the table is nearly full, positions are not told apart any more. */
static bool
has_room(void)
{
    const struct store_table *table = &recorder.store.tables[LEDGER_KINDS];

    return *table->used < table->limit / 256 * POSITIONS_SHARE;
}

uint32_t
kinds_find(uint32_t type, uint32_t site, uint64_t position)
{
    uint64_t key = key_at(type, site, position);
    uint32_t kind;

    if (recorder.recent_kinds == NULL) {
        return 0;
    }
    kind = find(key);
    if (kind == 0 && !has_room()) {
        key = key_at(type, site, 0);
        kind = find(key);
    }
    return kind != 0 ? kind : add(key, type, site);
}

void
kinds_remember(uint32_t kind, uint64_t type, uint32_t site, uint64_t position)
{
    uint64_t key = kinds_recent_key(type, site, position);

    *kinds_recent_slot(key) = (struct recent_kind){ key, kind };
}

static void
look(void)
{
    uint32_t full = store_fullness(&recorder.store);

    enough = full < FULL_FIRST ? (uint32_t)ADMISSION_ENOUGH
                               : (uint32_t)ADMISSION_ENOUGH >>
                                     ((full - FULL_FIRST) / FULL_STEP + 1);
}

/* Whether the interpreter makes such objects for its own purposes, too. */
static bool
is_common(const struct ledger_kind *kind)
{
    return (store_type(&recorder.store, kind->type)->flags &
            LEDGER_TYPE_BUILTIN) != 0;
}

static struct admission_terms
terms_of(const struct ledger_kind *kind, bool once)
{
    struct admission_terms terms = {
        .few = !is_common(kind) || recorder.in_region ? 0
               : once ? (uint32_t)ADMISSION_FEW_ONCE
                      : (uint32_t)ADMISSION_FEW,
        .first = is_common(kind) ? 0 : (uint32_t)ADMISSION_FIRST,
        .enough = enough,
        .lives = store_type(&recorder.store, kind->type)->births,
        .once = once,
    };

    /* What a region makes is asked for: it is told apart by its pass. */
    if (recorder.in_region && enough == ADMISSION_ENOUGH) {
        terms.enough = UINT32_MAX;
    }
    return terms;
}

static struct ledger_kind *
count(uint32_t kind)
{
    struct ledger_kind *born = store_kind(&recorder.store, kind);

    born->births++;
    born->alive++;
    entry_count_path.kinds_alive++;
    return born;
}

/* What it had most may have changed. */
static void
note_most(uint32_t kind)
{
    uint64_t bit = UINT64_C(1) << kind % 64;

    if (store_kind(&recorder.store, kind)->most >= COURSE_MIN &&
        (many_bits[kind / 64] & bit) == 0) {
        many[many_count++] = kind;
        many_bits[kind / 64] |= bit;
    }
}

bool
kinds_born(uint32_t kind, bool once)
{
    static uint32_t births;
    struct ledger_kind *born = count(kind);

    if (births++ % LOOK_EACH == 0) {
        look();
    }
    if (recorder.owners_wanted && !is_common(born)) {
        born->asked = ASKED;
    }
    stands_for = admission_decide(born, terms_of(born, once));
    note_most(kind);
    return stands_for != ADMISSION_NONE;
}

void
kinds_born_told(uint32_t kind)
{
    struct ledger_kind *born = count(kind);

    born->most += born->alive > born->most;
    note_most(kind);
    stands_for = 0;
}

bool
kinds_leaves_out(uint32_t number, bool once)
{
    struct ledger_kind *kind = store_kind(&recorder.store, number), born;

    if (kinds_pass(number)) {
        return true;
    }
    born = *kind;
    born.births++;
    born.alive++;
    if (admission_decide(&born, terms_of(kind, once)) != ADMISSION_NONE) {
        return false;
    }
    *kind = born;
    entry_count_path.kinds_alive++;
    note_most(number);
    return true;
}

void
kinds_born_in_setup(uint32_t kind)
{
    admission_settle(count(kind));
    note_most(kind);
}

void
kinds_opened(uint32_t kind, uint32_t account, uint32_t tag)
{
    struct ledger_kind *opened = store_kind(&recorder.store, kind);

    if (kind == 0) {
        return;
    }
    kind_of[account] = kind;
    if (recorder.accounts.tagged) {
        store_pending(&recorder.store, account)->kind = kind;
    }
    opened->accounts++;
    number_of[account] =
        tag != 0 && opened->births < UINT32_MAX ? (uint32_t)opened->births : 0;
    if (tag != 0) {
        store_account(&recorder.store, account)->sampling = (uint8_t)stands_for;
        opened->birth = tag;
    }
}

void
kinds_closed(uint32_t account)
{
    struct ledger_kind *closed;

    if (kind_of == NULL || kind_of[account] == 0) {
        return;
    }
    closed = store_kind(&recorder.store, kind_of[account]);
    closed->alive--;
    entry_count_path.kinds_alive--;
    closed->accounts--;
    kind_of[account] = 0;
}

const uint32_t *
kinds_numbers(void)
{
    return number_of;
}

struct course_kinds
kinds_overview(void)
{
    return (struct course_kinds){
        .of = kind_of,
        .many = many,
        .many_count = many_count,
        .many_bits = many_bits,
        .alive = entry_count_path.kinds_alive,
    };
}

uint32_t
kinds_of(uint32_t account)
{
    return kind_of == NULL ? 0 : kind_of[account];
}

void
kinds_ask(uint32_t kind)
{
    store_kind(&recorder.store, kind)->asked = ASKED;
}

bool
kinds_outgrew(uint32_t kind)
{
    return kind == 0 || admission_outgrown(store_kind(&recorder.store, kind));
}

void
kinds_died(uint32_t kind)
{
    if (kind != 0) {
        store_kind(&recorder.store, kind)->alive--;
        entry_count_path.kinds_alive--;
    }
}

void
kinds_lives_on(uint32_t kind)
{
    if (kind != 0) {
        store_kind(&recorder.store, kind)->alive++;
        entry_count_path.kinds_alive++;
    }
}
