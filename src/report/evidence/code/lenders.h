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

/* A function that is read: `size` bytes of an image from `start` on. */
struct lender_code {
    struct symbols *symbols;
    uint32_t image;
    uint64_t start;
    size_t size;
    struct code_memory *memory;
};

/*
 * The places of the function where it used last what it then gave away. `name`:
 * of the object. Returns how many.
 */
size_t lenders_find(const struct lender_code *code, const char *name,
                    struct lender *found, size_t room);

enum lender_source {
    LENDER_RESULTS, /* what calls return with a reference */
    LENDER_LOANS,   /* arguments, fields, and what calls return without one */
};

/* The same, of whatever the function has from there. */
size_t lenders_of(const struct lender_code *code, enum lender_source source,
                  struct lender *found, size_t room);

#endif
