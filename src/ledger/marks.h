/*
 * marks - what is alive, counted by class at a checkpoint.
 *
 * Objects born alike (type and birth) are one class. A checkpoint goes over
 * all accounts once; only classes that differ from the checkpoint before are
 * written. It is kept as a whole or not at all.
 */
#ifndef REFTALLY_LEDGER_MARKS_H
#define REFTALLY_LEDGER_MARKS_H

#include "ledger/slots.h"
#include "ledger/store.h"

/* Of one class: now, and as its last mark has it. */
struct marks_state {
    uint64_t alive, marked_alive;
    int64_t references, marked_references;
};

struct marks {
    struct store *store;
    struct slots classes;       /* by type, birth and account */
    struct marks_state *states; /* zeroed, one for each possible class */
};

/*
 * Counts everything and writes a checkpoint with this label, origin and time;
 * the rest is filled in. Its index, or 0: there is no room for it.
 */
uint32_t marks_take(struct marks *marks, struct ledger_checkpoint checkpoint);

#endif
