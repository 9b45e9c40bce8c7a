/*
 * courses - how many objects born alike were alive, at moments that are spread
 * over the whole run.
 *
 * A moment counts accounts by class (type, birth and kind: one instruction of C
 * makes what many lines of Python ask for), but none of a kind that has fewer
 * than COURSE_MIN objects. A class is followed from the first moment at which it
 * has so many. Everything stands in the ledger, so that it outlives the process.
 */
#ifndef REFTALLY_LEDGER_COURSES_H
#define REFTALLY_LEDGER_COURSES_H

#include "ledger/slots.h"
#include "ledger/store.h"

enum { COURSE_MIN = 10, COURSE_UNIT = 1024 };

/* What is known of kinds without going through all of them: most have made one
 * object, and never had two. */
struct course_kinds {
    const uint32_t *of; /* account -> its kind, 0: none; NULL: nobody has one */
    const uint32_t *many; /* all that may have COURSE_MIN objects, ... */
    uint32_t many_count;
    const uint64_t *many_bits; /* ... and a bit for each of these */
    uint64_t alive;            /* objects of all kinds together */
};

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
    struct course_kinds kinds;
    uint64_t alive;        /* objects, at the last moment */
    uint64_t without_kind; /* of these, the others have one */
};

/*
 * Counts what is alive. The moment has its time and number of changes; the rest
 * is filled in. False: all moments were taken, and half of them have been
 * dropped: those to come are to be twice as far apart.
 */
bool courses_count(struct courses *courses, struct ledger_moment moment);

#endif
