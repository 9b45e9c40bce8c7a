/*
 * others - evidence against those who should have given back what others took:
 * who releases what the same functions take in lives that balanced, and who
 * takes apart what these functions make.
 */
#ifndef REFTALLY_REPORT_BLAME_OTHERS_H
#define REFTALLY_REPORT_BLAME_OTHERS_H

#include "report/blame/suspicion.h"
#include "report/detect/verdict.h"
#include "report/evidence/hypothesis.h"

/* After nets_argue: goes by who was at work. */
void others_argue(const struct inputs *inputs,
                  const struct blame_sources *sources,
                  const struct suspect *suspect, struct hypotheses *hypotheses);

#endif
