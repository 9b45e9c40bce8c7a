#include "report/evidence/charges.h"

#include <stdlib.h>

#include "report/text/memory.h"

enum { MORE_SHARE = 10 }; /* calls that are still under way, and the like */

/* Whether it belongs to one of the objects, which still has the account. */
static bool
is_of(const struct ledger *ledger, const struct ledger_charge *charge,
      const bool *asked)
{
    return charge->account != 0 && asked[charge->account] &&
           ledger_account_at(ledger, charge->account)->serial == charge->serial;
}

static void
add(struct frame_charge *sum, const struct ledger_charge *charge)
{
    sum->objects++;
    sum->references +=
        (uint64_t)(charge->left < 0 ? -charge->left : charge->left);
    sum->evaluations += charge->evaluations;
    sum->code = charge->code;
    sum->place = charge->place;
    sum->name = charge->name;
}

static bool
explains(const struct frame_charge *sum, const struct charged_objects *objects)
{
    return 2 * sum->objects >= objects->count &&
           2 * sum->references >= objects->references &&
           sum->references <=
               objects->references + objects->references / MORE_SHARE + 1;
}

static struct frame_charge
largest(const struct frame_charge *sums, uint32_t codes,
        const struct charged_objects *objects)
{
    struct frame_charge best = { 0 };

    for (uint32_t i = 1; i < codes; i++) {
        if (sums[i].references > best.references &&
            explains(&sums[i], objects)) {
            best = sums[i];
        }
    }
    return best;
}

struct frame_charge
charges_of(const struct ledger *ledger, const struct charged_objects *objects)
{
    uint32_t codes = ledger_used(ledger, LEDGER_CODES);
    struct frame_charge *sums, best;
    bool *asked;

    if (ledger->header->frames_audited == 0) {
        return (struct frame_charge){ 0 };
    }
    sums = (struct frame_charge *)memory_zeroed(codes, sizeof *sums);
    asked = (bool *)memory_zeroed(ledger_used(ledger, LEDGER_ACCOUNTS),
                                  sizeof *asked);
    for (size_t i = 0; i < objects->count; i++) {
        asked[objects->accounts[i]] = true;
    }
    for (uint32_t i = 1; i < ledger_used(ledger, LEDGER_CHARGES); i++) {
        const struct ledger_charge *charge = ledger_charge_at(ledger, i);

        if (is_of(ledger, charge, asked) && charge->code != 0 &&
            (objects->deficit ? charge->left < 0 : charge->left > 0)) {
            add(&sums[charge->code], charge);
        }
    }
    best = largest(sums, codes, objects);
    free(asked);
    free(sums);
    return best;
}
