#include "probe/admission/admission.h"

#include "ledger/hash.h"

enum {
    SHIFT_MAX = 20,
    TURN_LIVES = 4,     /* births in a turn, for each that was alive at once */
    TURN_MAX = 1 << 16, /* ... but not more than that */
    TURN_SHARE = 16,    /* or a share of those before */
    TURN_LONG = 2048,   /* ... but not more than that */
    TURN_MIN = 16,
    FIRST_SHARE = 8, /* so many fewer are enough when it is only the most */
};

/* Half of the births, a quarter, ... when enough of those alive have one. */
static uint32_t
shift_of(const struct ledger_kind *kind, uint32_t enough)
{
    uint32_t step = enough / ADMISSION_STEP + 1, shift;

    if (kind->accounts < enough) {
        return 0;
    }
    shift = (kind->accounts - enough) / step + 1;
    return shift < SHIFT_MAX ? shift : (uint32_t)SHIFT_MAX;
}

/* Not every 2^shift-th: no rhythm of the program may matter. */
static bool
is_drawn(const struct ledger_kind *kind, uint32_t shift)
{
    uint64_t number = hash_mix(kind->key, kind->births) >> 32;

    return (number & ((1u << shift) - 1)) == 0;
}

static uint32_t
number(uint64_t alive)
{
    return alive < UINT32_MAX ? (uint32_t)alive : UINT32_MAX;
}

/*
 * Births after which what lives as long as others of the kind has died; many,
 * where many were born: to look at a kind costs as well.
 */
static uint64_t
turn_length(const struct ledger_kind *kind)
{
    uint64_t lives = (uint64_t)TURN_LIVES * kind->most;
    uint64_t share = kind->births / TURN_SHARE;

    share = share < TURN_LONG ? share : TURN_LONG;
    lives = lives < TURN_MAX ? lives : TURN_MAX;
    lives = lives > share ? lives : share;
    return lives > TURN_MIN ? lives : TURN_MIN;
}

/* `before` were alive when this one was born: whether so many never were. */
static bool
follow(struct ledger_kind *kind, uint32_t before)
{
    bool most = before >= kind->most;

    if (most) {
        kind->most = before + (before < UINT32_MAX);
    }
    if (kind->births > kind->end) {
        kind->floor = kind->low > kind->floor ? kind->low : kind->floor;
        kind->low = before;
        kind->end = kind->births + turn_length(kind);
    }
    else if (before < kind->low) {
        kind->low = before;
    }
    return most;
}

/* Not at the beginning of a turn: there, nothing could die yet. */
static bool
some_stay(const struct ledger_kind *kind)
{
    return kind->low > kind->floor &&
           kind->births + turn_length(kind) / 4 * 3 > kind->end;
}

/* Of 1, that is so much or more; 0: it is less. */
static uint32_t
doublings(uint64_t much)
{
    return much == 0 ? 0 : 63 - (uint32_t)__builtin_clzll(much);
}

static uint32_t
rare(const struct ledger_kind *kind)
{
    return doublings(kind->births / ADMISSION_RARE);
}

/* Of the healthy lives, one of 2 to the power of this is recorded. */
static uint32_t
seldom(struct admission_terms terms)
{
    return doublings(terms.lives / (ADMISSION_LIVES / 2));
}

uint32_t
admission_decide(struct ledger_kind *kind, struct admission_terms terms)
{
    bool most = follow(kind, number(kind->alive - 1)), stay = some_stay(kind);
    uint32_t enough =
        terms.once ? terms.enough / ADMISSION_ONCE_SHARE : terms.enough;
    uint32_t shift;

    if (kind->asked > 0) {
        kind->asked--;
        return 0;
    }
    if (kind->alive > terms.few && (stay || most)) {
        shift = shift_of(kind, stay ? enough : enough / FIRST_SHARE);
        return is_drawn(kind, shift) ? shift : ADMISSION_NONE;
    }
    if (kind->births <= terms.first) {
        kind->next = kind->births + 1;
        return 0;
    }
    if (terms.once || kind->births < kind->next) {
        return ADMISSION_NONE;
    }
    kind->next = kind->births + kind->births / ADMISSION_RARE;
    shift = seldom(terms);
    return is_drawn(kind, shift) ? rare(kind) + shift : ADMISSION_NONE;
}

bool
admission_outgrown(struct ledger_kind *kind)
{
    uint32_t number = kind->outgrown, apart = number / ADMISSION_OUTGROWN;

    kind->outgrown += number < UINT32_MAX;
    return apart == 0 || (number & ((2u << doublings(apart)) - 1)) == 0;
}

void
admission_settle(struct ledger_kind *kind)
{
    uint32_t alive = number(kind->alive);

    kind->most = alive > kind->most ? alive : kind->most;
    kind->floor = kind->most;
}
