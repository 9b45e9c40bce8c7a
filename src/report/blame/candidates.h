/*
 * candidates - the functions that may be to blame, with what speaks for each.
 */
#ifndef REFTALLY_REPORT_BLAME_CANDIDATES_H
#define REFTALLY_REPORT_BLAME_CANDIDATES_H

#include "report/finding/finding.h"

struct candidate {
    uint32_t function;
    double score;
    double best; /* largest part of the score, from: */
    uint32_t tag;
    uint32_t python;
    size_t frame;
    const struct place *alone; /* frame `frame` of that, instead of the stack */
    struct evidence evidence;  /* of that part */
};

struct candidates {
    struct candidate *items; /* highest score first, after candidates_sort */
    size_t count;
    double lost; /* mass that no function was suspected of */
    double
        evidence; /* share of the mass that was not lost, by candidates_sort */
    double reached; /* mass of the takings that were looked at */
    double stored;  /* ... of it, probably stored in containers */
    bool unclear;   /* of a deficit: that they released it says little */
};

/* That function's, which may be new; valid until the next is added. */
struct candidate *candidates_of(struct candidates *candidates,
                                uint32_t function);

/* Sorts, and makes the scores shares of 1. */
void candidates_sort(struct candidates *candidates);

#endif
