#include "probe/admission/admission.h"

#include "ledger/hash.h"

enum { SHIFT_MAX = 20, PATIENCE_SHARE = 4 };

/* Half of the births, a quarter, ... when there are enough survivors. */
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

static void
become_more(struct ledger_kind *kind, uint32_t few)
{
    uint64_t patience = (uint64_t)ADMISSION_PATIENCE << kind->patience;
    uint64_t most = kind->births / PATIENCE_SHARE;

    kind->most = kind->alive;
    if (kind->alive <= few) {
        return;
    }
    if (kind->until != 0 && kind->births > kind->until && patience < most) {
        kind->patience++;
        patience *= 2;
    }
    kind->until = kind->births + patience;
}

bool
admission_wants(struct ledger_kind *kind, struct admission_terms terms)
{
    if (kind->alive > kind->most) {
        become_more(kind, terms.few);
    }
    if (kind->asked > 0) {
        kind->asked--;
        return true;
    }
    if (kind->births <= kind->until) {
        return is_drawn(kind, shift_of(kind, terms.enough));
    }
    if (terms.once || kind->births < kind->next) {
        return false;
    }
    kind->next = kind->births + kind->births / ADMISSION_RARE;
    return true;
}

uint32_t
admission_sampling(const struct ledger_kind *kind, uint32_t enough)
{
    uint64_t apart = kind->births / ADMISSION_RARE;

    if (kind->births <= kind->until) {
        return shift_of(kind, enough);
    }
    return apart == 0 ? 0 : 63 - (uint32_t)__builtin_clzll(apart);
}

void
admission_settle(struct ledger_kind *kind)
{
    if (kind->most < kind->alive) {
        kind->most = kind->alive;
    }
}
