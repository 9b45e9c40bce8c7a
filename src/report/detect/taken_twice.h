/*
 * taken_twice - references taken twice in one frame and given back once.
 *
 * Two pieces of code, each correct alone: one prepares a frame and takes its
 * cells, the frame's own first instructions take them again, and clearing the
 * frame releases them once. The account shows it: two takings in one
 * evaluation, in equal number, one release.
 */
#ifndef REFTALLY_REPORT_DETECT_TAKEN_TWICE_H
#define REFTALLY_REPORT_DETECT_TAKEN_TWICE_H

#include "report/evidence/unowned.h"
#include "report/finding/finding.h"

/*
 * Adds findings to the report, and sets the flag of each account that it
 * explains in `spoken_for`.
 */
void taken_twice_find(struct report *report, const struct unowned *unowned,
                      bool *spoken_for);

#endif
