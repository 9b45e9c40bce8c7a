/*
 * lenders - whose code gives away references that it never took.
 *
 * A module knows None, and other objects in the data of the interpreter, by a
 * word of its own that holds their address, and what is in its own data by where
 * that is. Where code gets it there, returns or stores it, and did not raise the
 * count on that path, somebody will release a reference that nobody took: no change
 * of the count shows who it was. Of other objects that is asked of what calls
 * returned, and of what is borrowed.
 */
#ifndef REFTALLY_REPORT_EVIDENCE_CODE_LENDERS_H
#define REFTALLY_REPORT_EVIDENCE_CODE_LENDERS_H

#include "report/evidence/code/loans.h"
#include "report/evidence/code/statics.h"

struct lender {
    const struct place *place;
    bool returned;  /* else it is stored, or given to who keeps it */
    bool overdrawn; /* it gives away too many already before that */
    bool shared;    /* no line of its own tells where */
    bool fails;     /* and only where the function fails */
    uint64_t since; /* the call behind that address had returned it; or 0 */
};

/*
 * The places of the function where it used last what it then gave away. Returns
 * how many.
 */
size_t lenders_find(const struct lender_code *code,
                    const struct static_object *object, struct lender *found,
                    size_t room);

enum lender_source {
    LENDER_RESULTS, /* what calls return with a reference */
    LENDER_LOANS,   /* arguments, fields, and what calls return without one */
};

/* The same, of whatever the function has from there. `name`: of the object in
 * static data that it is to be, or NULL. */
size_t lenders_of(const struct lender_code *code, enum lender_source source,
                  const char *name, struct lender *found, size_t room);

/* The places where it stores what it only borrows into such a word. `name`: of
 * an object in static data that may be that, or NULL. */
size_t lenders_into(const struct lender_code *code,
                    const struct fate_slot *slot, const char *name,
                    struct lender *found, size_t room);

#endif
