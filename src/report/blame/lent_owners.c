#include "report/blame/lent_owners.h"

#include "report/evidence/owned_record.h"
#include "report/evidence/owners.h"
#include "report/input/ledger_load.h"

/* Others may still have got it as an argument. */
static const double ELSEWHERE = .25;

static bool
is_of_owner(const struct inputs *inputs, const struct ledger_owned *owned,
            uint32_t function)
{
    uint32_t image = symbols_function(inputs->symbols, function)->image;

    for (uint32_t i = 0; i < owned->owner_count; i++) {
        if (image != 0 &&
            owned_field_module(
                inputs->ledger,
                ledger_owner_at(inputs->ledger, owned->first_owner + i)) ==
                image) {
            return true;
        }
    }
    return false;
}

void
lent_owners_prefer(const struct inputs *inputs, uint32_t account,
                   struct hypotheses *hypotheses)
{
    const struct ledger_owned *owned = owners_of(inputs->owners, account);
    bool any = false;

    for (size_t i = 0; owned != NULL && i < hypotheses->count; i++) {
        any |= is_of_owner(inputs, owned, hypotheses->items[i].function);
    }
    for (size_t i = 0; any && i < hypotheses->count; i++) {
        struct hypothesis *one = &hypotheses->items[i];

        if (!is_of_owner(inputs, owned, one->function)) {
            one->values[WEIGHED_READ_LENDS] *= ELSEWHERE;
        }
    }
}
