/*
 * lenders - whose code gives away references that it never took, of any object.
 *
 * Of what is in static data, static_lenders tells. Of other objects it is asked
 * what becomes of what calls returned, and of what is borrowed.
 */
#ifndef REFTALLY_REPORT_EVIDENCE_CODE_LENDERS_H
#define REFTALLY_REPORT_EVIDENCE_CODE_LENDERS_H

#include "report/evidence/code/lender_reading.h"

enum lender_source {
    LENDER_RESULTS, /* what calls return with a reference */
    LENDER_LOANS,   /* arguments, fields, and what calls return without one */
};

/* The places of the function where it used last what it then gave away of what it
 * has from there: how many. `name`: of the object in static data that it is to be,
 * or NULL. */
size_t lenders_of(const struct lender_code *code, enum lender_source source,
                  const char *name, struct lender *found, size_t room);

/* The places where it stores what it only borrows into such a word. `name`: of
 * an object in static data that may be that, or NULL. */
size_t lenders_into(const struct lender_code *code,
                    const struct fate_slot *slot, const char *name,
                    struct lender *found, size_t room);

#endif
