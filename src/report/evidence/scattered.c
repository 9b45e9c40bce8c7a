#include "report/evidence/scattered.h"

#include <stdlib.h>

#include "report/input/ledger_load.h"
#include "report/text/memory.h"

enum {
    WORD = 8,
    WORDS = 128, /* of an object that are looked at when it dies */
    MANY = 8,    /* words: so many fields are forgotten by none */
};

struct words {
    bool held[WORDS];
};

/* Seen when the object died; others were followed while it lived. */
static bool
is_of_death(const struct ledger_loss *loss)
{
    return loss->slot == 0 && loss->owner_type != 0 &&
           loss->owner_offset / WORD < WORDS;
}

static bool
are_scattered(const struct words *words)
{
    unsigned count = 0, beside = 0;

    for (unsigned i = 0; i < WORDS; i++) {
        count += words->held[i];
        beside += words->held[i] && ((i > 0 && words->held[i - 1]) ||
                                     (i + 1 < WORDS && words->held[i + 1]));
    }
    return count > MANY && beside * 2 < count;
}

bool *
scattered_types(const struct ledger *ledger)
{
    uint32_t count = ledger_used(ledger, LEDGER_TYPES);
    bool *scattered = (bool *)memory_zeroed(count + 1, sizeof *scattered);
    struct words *words =
        (struct words *)memory_zeroed(count + 1, sizeof *words);

    for (uint32_t i = 1; i < ledger_used(ledger, LEDGER_LOSSES); i++) {
        const struct ledger_loss *loss = ledger_loss_at(ledger, i);

        if (is_of_death(loss) && loss->owner_type < count) {
            words[loss->owner_type].held[loss->owner_offset / WORD] = true;
        }
    }
    for (uint32_t i = 1; i < count; i++) {
        scattered[i] = are_scattered(&words[i]);
    }
    free(words);
    return scattered;
}
