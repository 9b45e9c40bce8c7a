/*
 * lenders - whose code gives away references that it never took.
 *
 * A module knows None, and other objects in the data of the interpreter, by a
 * word of its own that holds their address. Where code loads that word, returns
 * or stores it, and did not raise the count on that path, somebody will release
 * a reference that nobody took: no change of the count shows who it was. Of other
 * objects that is asked of what calls returned, and of what is borrowed.
 */
#ifndef REFTALLY_REPORT_EVIDENCE_CODE_LENDERS_H
#define REFTALLY_REPORT_EVIDENCE_CODE_LENDERS_H

#include "report/evidence/code/function_code.h"

struct lender {
    const struct place *place;
    bool returned;  /* else it is stored, or given to who keeps it */
    uint64_t since; /* the call behind that address had returned it; or 0 */
};

/*
 * The places of the function that starts at `start` and is `size` bytes long
 * where it used last what it then gave away. `name`: of the object. Returns how
 * many.
 */
size_t lenders_find(struct symbols *symbols, uint32_t image, uint64_t start,
                    size_t size, const char *name, struct code_memory *memory,
                    struct lender *found, size_t room);

enum lender_source {
    LENDER_RESULTS, /* what calls return with a reference */
    LENDER_LOANS,   /* arguments, fields, and what calls return without one */
};

/* The same, of whatever the function has from there. */
size_t lenders_of(struct symbols *symbols, uint32_t image, uint64_t start,
                  size_t size, enum lender_source source,
                  struct code_memory *memory, struct lender *found,
                  size_t room);

#endif
