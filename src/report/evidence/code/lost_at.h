/*
 * lost_at - in which of the functions that are inlined at a place a reference
 * was lost.
 */
#ifndef REFTALLY_REPORT_EVIDENCE_CODE_LOST_AT_H
#define REFTALLY_REPORT_EVIDENCE_CODE_LOST_AT_H

#include "report/evidence/code/following.h"

/* Functions one of which lost it: 1 is that of the machine code itself. */
struct lost_at {
    uint32_t outer, inner;
};

/* How many of the functions at `place` an instruction belongs to. */
uint32_t lost_at_depth(struct symbols *symbols, const struct place *place,
                       uint64_t offset);

/*
 * How deep in the functions at `place` the reference was lost: in the innermost
 * that both has it and loses it, or in the one that took a second one and left
 * it to its caller. It leaves a function only with an object that is returned,
 * or where the caller gives it to somebody and had it from nowhere else; whether
 * it did, nobody knows when the caller never looks at it. What nobody looked at
 * was lost where it was written over.
 */
struct lost_at lost_at_depths(struct symbols *symbols,
                              const struct place *place,
                              const struct following *following,
                              const struct handing_loss *loss);

#endif
