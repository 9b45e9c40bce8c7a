/*
 * static_lenders - whose code gives away references to an object in static data
 * that it never took.
 *
 * A module knows None, and other objects in the data of the interpreter, by a
 * word of its own that holds their address, and what is in its own data by where
 * that is. Where code gets it there, returns or stores it, and did not raise the
 * count on that path, somebody will release a reference that nobody took: no change
 * of the count shows who it was.
 */
#ifndef REFTALLY_REPORT_EVIDENCE_CODE_STATIC_LENDERS_H
#define REFTALLY_REPORT_EVIDENCE_CODE_STATIC_LENDERS_H

#include "report/evidence/code/lender_reading.h"
#include "report/evidence/code/statics.h"

/*
 * The places of the function where it used last what it then gave away. Returns
 * how many.
 */
size_t static_lenders_find(const struct lender_code *code,
                           const struct static_object *object,
                           struct lender *found, size_t room);

#endif
