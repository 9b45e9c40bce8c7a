/*
 * growth_line - what is said of how some objects developed.
 *
 * A leak is a line, a cache grows and stops, and noise is neither.
 */
#ifndef REFTALLY_REPORT_EVIDENCE_GROWTH_LINE_H
#define REFTALLY_REPORT_EVIDENCE_GROWTH_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Fewer numbers tell nothing. */
enum { GROWTH_POINTS_MIN = 3 };

enum growth_kind {
    GROWTH_UNKNOWN,   /* too few checkpoints to tell */
    GROWTH_NONE,      /* does not grow */
    GROWTH_FALLS,     /* becomes less, steadily */
    GROWTH_LINEAR,    /* grows steadily */
    GROWTH_SATURATES, /* grew, and stopped */
    GROWTH_NOISE,     /* grows, but neither of these */
};

/* Objects born alike. */
struct growth_birth {
    uint32_t birth; /* stack tag */
    uint32_t kind;  /* 0: of all kinds */
};

struct growth_line {
    enum growth_kind kind;
    size_t checkpoints; /* or passes of a region, and one more */
    bool per_call;      /* a checkpoint is one more call of the same */
    double share;       /* not 0: by the library's own moments; part of the run
                           over which it grew */
    double slope;       /* references from one checkpoint to the next */
    double r2;          /* share of the variance that a line explains */
    double first, last; /* references at these checkpoints */
    const double *values; /* at each, valid until growth_free; NULL: they do not
                             change, or are of no ledger's checkpoints */
};

/* Of numbers at consecutive checkpoints. */
struct growth_line growth_line_measure(const double *values, size_t count);

/* "linear", "falls" ...; NULL for GROWTH_UNKNOWN. */
const char *growth_line_word(enum growth_kind kind);

#endif
