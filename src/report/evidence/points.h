/*
 * points - where what changed until a checkpoint counts: the numbers that a
 * line is made of are checkpoints, or passes through a region.
 */
#ifndef REFTALLY_REPORT_EVIDENCE_POINTS_H
#define REFTALLY_REPORT_EVIDENCE_POINTS_H

#include <stddef.h>
#include <stdint.h>

static const uint32_t POINT_NOWHERE = UINT32_MAX;

struct points {
    uint32_t *of;         /* by checkpoint, from 1 */
    uint32_t checkpoints; /* up to the last that counts */
    size_t count;         /* a point is less than that, or POINT_NOWHERE */
};

#endif
