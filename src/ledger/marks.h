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

/* Whether it is a class by itself: nothing was born like it. */
static inline bool
marks_stands_alone(const struct ledger_account *account)
{
    return account->state == LEDGER_ACCOUNT_ADOPTED ||
           (account->flags & LEDGER_ACCOUNT_FOLLOWED) != 0;
}

/* What references did in the passes through a region. */
struct marks_growth {
    int64_t now;
    int64_t entered; /* when the pass began */
    int64_t grown;   /* in all passes */
    uint32_t rises;  /* passes in which they became more */
};

/* Of one class: now, and as its last mark has it. */
struct marks_state {
    uint64_t alive, marked_alive;
    int64_t references, marked_references;
    struct marks_growth growth;
};

struct marks {
    struct store *store;
    struct slots classes;       /* by type, birth and account */
    struct marks_state *states; /* zeroed, one for each possible class */
    struct marks_growth *types; /* zeroed, one for each possible type */
    uint32_t passes;            /* through the region that is followed */
};

/*
 * Counts everything and writes a checkpoint with this label, origin and time;
 * the rest is filled in. Its index, or 0: there is no room for it.
 */
uint32_t marks_take(struct marks *marks, struct ledger_checkpoint checkpoint);

/*
 * After a checkpoint: a pass through the region begins, the first one if
 * `anew`, or it is over.
 */
void marks_enter(struct marks *marks, bool anew);
void marks_leave(struct marks *marks);

/*
 * Of how many classes, and types, the references became more in most passes
 * and by one a pass or more, but for one pass; 0 before the second. A question
 * only: what grows steadily is among them, and the report tells which it is.
 */
uint64_t marks_growing(const struct marks *marks);

#endif
