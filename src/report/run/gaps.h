/*
 * gaps - each thing that can keep a run from being judged, one rule a gap.
 */
#ifndef REFTALLY_REPORT_RUN_GAPS_H
#define REFTALLY_REPORT_RUN_GAPS_H

#include "report/finding/finding.h"
#include "report/run/gap.h"

/* In the order in which they are told, where they weigh the same. */
enum gap {
    GAP_STOPPED,   /* recording ended before the process */
    GAP_RUNNING,   /* the process lives, and nobody looked at it yet */
    GAP_CUT_SHORT, /* the process was killed */
    GAP_START,     /* recording began later than the process, or never */
    GAP_UNTRACKED, /* no type was tracked */
    GAP_CALLS,     /* --call: not all of them came about */
    GAP_DIED,      /* an exception that nobody caught ended the program */
    GAP_FAULT,     /* ... or a fault, or an abort */
    GAP_WENT_ON,   /* threads, or exit handlers, behind the last census */
    GAP_OWNERS,    /* nobody knows who owns what */
    GAP_ROOM,      /* births left out, to stay within the memory */
    GAP_STACKS,    /* none were recorded */
    GAP_REFUSED,   /* an image that was not patched */
    GAP_MISSED,    /* changes that nobody saw */
    GAP_OUTSIDE,   /* changes in the midst of the library's work */
    GAP_TORN,      /* fields of the ledger that cannot be */
    GAP_UNSEEN,    /* no object of a type that was asked for */
    GAP_BIRTHS,    /* births of a type that nobody saw */
    GAP_KINDS
};

const char *gap_word(enum gap gap);

/*
 * Whether the run has this gap: fills in what it leaves, and its sentence, and
 * the command that would close it, if there is one; both to be freed.
 */
bool gap_examine(const struct report *report, enum gap gap,
                 struct judgement_gap *out, char **next);

#endif
