/*
 * deficit_frames - who clears frames that the interpreter clears as well.
 */
#ifndef REFTALLY_REPORT_BLAME_DEFICIT_FRAMES_H
#define REFTALLY_REPORT_BLAME_DEFICIT_FRAMES_H

#include "report/blame/blame.h"

/*
 * An object that frames take when they set themselves up, once each, and that
 * is released twice as often where they were called from. What of it was not
 * released by the interpreter was released too often.
 */
void deficit_frames(const struct blame_sources *sources, uint32_t account,
                    double fall, struct candidates *candidates);

#endif
