/*
 * rises - how what lives at the end came to be, of kinds of which hardly any
 * object died.
 *
 * Moments see what is alive, but they are as far apart as the run is long. Where
 * none died, those that live tell by themselves when each was born, as finely as
 * the ticks are.
 */
#ifndef REFTALLY_LEDGER_RISES_H
#define REFTALLY_LEDGER_RISES_H

#include "ledger/store.h"
#include "ledger/ticks.h"

enum {
    RISE_MIN = 10,       /* objects that are alive */
    RISE_DIED = 20,      /* one of so many may have died */
    RISE_CHANGES = 2048, /* since the first birth: fewer are no course */
};

/*
 * Writes them anew. The last tick is now; `numbers` says of each account how
 * many of its kind had been born with it, 0: nobody knows.
 */
void rises_write(struct store *store, const struct ticks *ticks,
                 const uint32_t *numbers);

#endif
