/*
 * coverage - how much of the truth a report rests on, worked out for printing.
 */
#ifndef REFTALLY_REPORT_COMPARE_COVERAGE_H
#define REFTALLY_REPORT_COMPARE_COVERAGE_H

#include "report/finding/finding.h"

enum { MISSES_SHOWN_MAX = 10 };

struct lines {
    char **items;
    size_t count;
};

struct coverage {
    uint32_t misses[MISSES_SHOWN_MAX]; /* records, the worst first */
    size_t miss_count;
    struct lines unseen_types; /* asked for, but no object was seen */
    bool tracks_static;        /* objects in static data too */
    struct lines hints;        /* how to get a better report */
};

void coverage_build(struct coverage *coverage, const struct report *report);
void coverage_clear(struct coverage *coverage);

/*
 * Adds the types that were asked for by name and of which no object was seen.
 * Returns how many were asked for.
 */
size_t coverage_unseen(const struct ledger *ledger, struct lines *unseen);
void lines_clear(struct lines *lines);

/* Objects that were alive at the end and had no account. */
uint64_t coverage_counted_alive(const struct ledger *ledger);

/* Share of the changes that were seen, 0 to 1. */
double coverage_share(const struct ledger_header *header);

/* NULL for LEDGER_LEAVE_NOTHING and unknown reasons. */
const char *leave_reason_word(uint32_t reason);
/* How well functions of an image are known; NULL if nobody asked. */
const char *image_names_word(enum image_names names);

/* "3.11.2", "3.12.0rc1"; NULL if the version is unknown. To be freed. */
char *python_version(uint32_t hexversion);

/* Whether the calls are recorded that change objects in static data. */
bool coverage_tracks_static(const struct ledger *ledger);

/* Were types named in REFTALLY_TRACK, and no object of any was seen? */
bool coverage_saw_no_type(const struct ledger *ledger);

#endif
