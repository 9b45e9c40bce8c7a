/*
 * call_sites - evidence by what came of single calls: the references that one
 * place in a function took, and did not give back, of each object by itself.
 *
 * Where a function takes one too many at a place of its own, that place has as
 * many of each object as are too many of it, whatever else went through it.
 */
#ifndef REFTALLY_REPORT_BLAME_CALL_SITES_H
#define REFTALLY_REPORT_BLAME_CALL_SITES_H

#include "report/blame/suspicion.h"
#include "report/detect/verdict.h"
#include "report/evidence/hypothesis.h"

/* Adds nobody. */
void call_sites_argue(const struct blame_sources *sources,
                      const struct suspect *suspect,
                      struct hypotheses *hypotheses);

#endif
