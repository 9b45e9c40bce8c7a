/*
 * difference - what is alive in one ledger and not, or less, in another.
 *
 * Objects are counted by type and by where they were born, in names: the two
 * ledgers may come from different builds.
 */
#ifndef REFTALLY_REPORT_COMPARE_DIFFERENCE_H
#define REFTALLY_REPORT_COMPARE_DIFFERENCE_H

#include "report/finding/accused.h"

/* Objects alive, of one type and born at one place. */
struct living {
    char *key; /* equal for the same place in another ledger */
    /* `verdict` is not used; "" for what is unknown. */
    struct accused place;
};

struct livings {
    struct living *items; /* by key */
    size_t count;
};

void livings_build(struct livings *livings, const struct report *report);
void livings_clear(struct livings *livings);

/* One place, or one finding, before and after; NULL: there was none. */
struct change {
    const struct accused *before, *after;
};

struct changes {
    struct change *items; /* what grew most first, what shrank most last */
    size_t count;
};

/* Only what differs in references or objects. */
void changes_of_livings(struct changes *changes, const struct livings *before,
                        const struct livings *after);
void changes_of_findings(struct changes *changes, const struct accused *before,
                         size_t before_count, const struct accused *after,
                         size_t after_count);
void changes_clear(struct changes *changes);

/* References after less those before, and the same of objects. */
int64_t change_references(const struct change *change);
int64_t change_objects(const struct change *change);

#endif
