#include "report/blame/lent_owners.h"

#include "report/evidence/owners.h"
#include "report/input/ledger_load.h"

/* Others may still have got it as an argument. */
static const double ELSEWHERE = .25;

/* The module whose type has the field; 0: it is in no such field. */
static uint32_t
module_of(const struct ledger *ledger, const struct ledger_owner *owner)
{
    const struct ledger_holder *holder =
        ledger_holder_at(ledger, owner->holder);
    uint32_t image;

    if (owner->slot_kind != LEDGER_SLOT_OFFSET ||
        holder->kind != LEDGER_HOLDER_OBJECT) {
        return 0;
    }
    image =
        ledger_image_of(ledger, ledger_type_at(ledger, holder->type)->disposer);
    return ledger_image_is_module(ledger, image) ? image : 0;
}

static bool
is_of_owner(const struct inputs *inputs, const struct ledger_owned *owned,
            uint32_t function)
{
    uint32_t image = symbols_function(inputs->symbols, function)->image;

    for (uint32_t i = 0; i < owned->owner_count; i++) {
        if (image != 0 &&
            module_of(inputs->ledger,
                      ledger_owner_at(inputs->ledger,
                                      owned->first_owner + i)) == image) {
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
