/*
 * lives - what the lives that balanced teach: which release answered which
 * taking, and so in which function references settled.
 */
#ifndef REFTALLY_REPORT_EVIDENCE_LIVES_H
#define REFTALLY_REPORT_EVIDENCE_LIVES_H

#include "report/evidence/answers.h"
#include "report/evidence/inputs.h"
#include "report/evidence/settling.h"

/* Each life counts `weight` times for `settling`; `answers` may be NULL. */
void lives_learn(const struct inputs *inputs, struct settling *settling,
                 struct answers *answers, double weight);

#endif
