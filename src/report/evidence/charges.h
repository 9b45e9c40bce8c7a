/*
 * charges - what audited evaluations left over (REFTALLY_FRAMES=audit).
 *
 * Of each live object the ledger says how many references to it evaluations of
 * a code object left over that the frame did not own and did not return. Code
 * that stores what it is given does so, too; but of objects that have more
 * references than owners, it tells whose frames those come from.
 */
#ifndef REFTALLY_REPORT_EVIDENCE_CHARGES_H
#define REFTALLY_REPORT_EVIDENCE_CHARGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ledger/reader.h"

/* What evaluations of one code did to objects. All 0: nothing is known. */
struct frame_charge {
    uint64_t objects;
    uint64_t references; /* left over, or given back too often */
    uint64_t evaluations;
    uint32_t code;
    uint32_t place;     /* enum ledger_charge_place, of one of the objects */
    ledger_string name; /* of the variable, 0: unknown */
};

struct charged_objects {
    const uint32_t *accounts;
    size_t count;
    uint64_t references; /* of theirs: too many, or ... */
    bool deficit;        /* ... too few */
};

/*
 * The code that is charged for these references, if there is one: with about as
 * many, of at least half of the objects. Code with many more stores what others
 * give back.
 */
struct frame_charge charges_of(const struct ledger *ledger,
                               const struct charged_objects *objects);

#endif
