/*
 * newborn - what was alive at the last census and is younger than a checkpoint,
 * by type and place of birth, with who holds one of it.
 *
 * Of a class of objects it is known how many there were at each checkpoint and
 * at the census, and of some of them when they were born: so many at least are
 * younger. Without a checkpoint it is all that the program has made, but not
 * what the interpreter was set up with.
 */
#ifndef REFTALLY_REPORT_COMPARE_NEWBORN_H
#define REFTALLY_REPORT_COMPARE_NEWBORN_H

#include "report/finding/accused.h"

struct newborn {
    char *key;            /* equal for the same type and place */
    struct accused place; /* `objects`: that were alive */
    uint64_t younger;     /* of these, at least; not 0 */
    char *held;           /* how one that is younger is; NULL: not known */
};

struct newborns {
    struct newborn *items; /* those that are the most first */
    size_t count;
    bool known; /* there was a census that says what was alive */
};

/* `checkpoint`: its number, 0: none. */
void newborns_build(struct newborns *newborns, const struct report *report,
                    uint32_t checkpoint);
void newborns_clear(struct newborns *newborns);

/*
 * The number of the last checkpoint that has this label, or which is this
 * number. "" is the first of all, or 0 where there is none. False: there is no
 * such checkpoint.
 */
bool newborns_since(const struct ledger *ledger, const char *wanted,
                    uint32_t *checkpoint);

#endif
