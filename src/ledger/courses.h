/*
 * courses - how many objects born alike were alive, at moments that are spread
 * over the whole run.
 *
 * A moment goes over all accounts once and counts them by class (type, birth and
 * kind: one instruction of C makes what many lines of Python ask for). A class is followed from the first moment at which it has COURSE_MIN
 * objects. Everything stands in the ledger, so that it outlives the process.
 */
#ifndef REFTALLY_LEDGER_COURSES_H
#define REFTALLY_LEDGER_COURSES_H

#include "ledger/slots.h"
#include "ledger/store.h"

enum { COURSE_MIN = 10, COURSE_UNIT = 1024 };

/* Of one class, in the moment that is being counted. */
struct course_class {
    uint32_t type, birth, kind;
    uint64_t alive;  /* in COURSE_UNIT */
    uint32_t course; /* its record, 0: it never had COURSE_MIN objects */
};

struct courses {
    struct store *store;
    struct slots slots;
    struct course_class *classes; /* zeroed; number 0 is not used */
    uint32_t count, limit;        /* classes, the first not counted */
    uint64_t alive;               /* objects, at the last moment */
    uint64_t without_kind;        /* of these, the others have one */
};

/*
 * Counts what is alive. The moment has its time and number of changes; the rest
 * is filled in. False: all moments were taken, and half of them have been
 * dropped: those to come are to be twice as far apart.
 */
bool courses_count(struct courses *courses, struct ledger_moment moment);

/* How many objects that have a kind are alive, now. */
uint64_t courses_alive(const struct store *store);

#endif
