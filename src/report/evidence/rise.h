/*
 * rise - what only grew, by when those that live at the end were born.
 *
 * The moments of a long run are too far apart for what has grown in a small part
 * of it. Of kinds of which hardly any object died, the library says when each
 * was born: LEDGER_RISES.
 */
#ifndef REFTALLY_REPORT_EVIDENCE_RISE_H
#define REFTALLY_REPORT_EVIDENCE_RISE_H

#include "ledger/reader.h"
#include "report/evidence/growth_line.h"

/* Of these kinds together; as course_of_births. */
struct growth_line rise_of_births(const struct ledger *ledger,
                                  const struct growth_birth *births,
                                  size_t count);

#endif
