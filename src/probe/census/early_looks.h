/*
 * early_looks - when counts in static data are looked at soon after imports.
 *
 * Moments lie far apart when imports have ended, and many programs, tests above
 * all, leak in a loop that is over before the next. So one looks as soon as the
 * program goes on by itself, and again whenever an eighth has been added to what
 * it has done since: as often as the logarithm of that.
 *
 * Pure: arithmetic on numbers of changes.
 */
#ifndef REFTALLY_PROBE_CENSUS_EARLY_LOOKS_H
#define REFTALLY_PROBE_CENSUS_EARLY_LOOKS_H

#include <stdbool.h>
#include <stdint.h>

enum {
    EARLY_FIRST = 512, /* changes after an import: what lies between two of a
                          module's own is less */
    EARLY_APART = 256, /* changes between two looks, at least */
    EARLY_PART = 8,
};

enum early_look {
    EARLY_LOOK_NONE,
    EARLY_LOOK_ANEW, /* imports have changed the counts */
    EARLY_LOOK,
};

/* Zeroed, an import has just ended. */
struct early_looks {
    uint64_t since; /* changes, when the last import was seen */
    uint64_t next;  /* changes */
    bool begun;
};

/*
 * Whether to look now, after so many changes; looks that would be further apart
 * than `apart` are left to moments.
 */
enum early_look early_looks_tick(struct early_looks *looks, uint64_t changes,
                                 bool importing, uint64_t apart);

#endif
