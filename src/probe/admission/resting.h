/*
 * resting - long lives whose count stays where it is are only counted.
 *
 * A function, a code object or a constant is taken and released again and
 * again as long as the program runs. When its count has had no new extreme for
 * some hundred changes, its account rests: each change is still audited and
 * counted, but nobody asks for its stack. A count that leaves its limits wakes
 * the account, and the more often that happens, the longer it takes to rest
 * again: what grows, or falls, does not rest. An object in static data is shared
 * by all of the program, parts of which are quiet for long, and has far extremes
 * behind it: it rests after a thousand changes, between the extremes of its last
 * quiet time.
 */
#ifndef REFTALLY_PROBE_ADMISSION_RESTING_H
#define REFTALLY_PROBE_ADMISSION_RESTING_H

#include <stdbool.h>
#include <stdint.h>

enum {
    /* Powers of two: */
    RESTING_PERIOD = 128,        /* changes from one look to the next ... */
    RESTING_PERIOD_STATIC = 512, /* ... of an object in static data */
    RESTING_SLACK = 16, /* references beyond the extremes that wake nobody */
};

/* Of an account record. Offsets are known to entry.S. */
struct rest {
    int32_t low, high;       /* the extremes; while it rests, its limits */
    uint16_t quiet, patient; /* looks since the last extreme, and to wait for */
    uint32_t anew;           /* 1: these are extremes of the last time only */
};

/* Nothing rests unless that was asked for. */
bool resting_init(void);

/* The struct rest of account 0, as an address; 0: nothing rests. */
uint64_t resting_limits(void);

/* A change of the account was recorded: it may rest from now on. */
void resting_changed(uint32_t account);

/* The same of a change that happens once, as in an import: it rests at once. */
void resting_once(uint32_t account);

/*
 * It rests at once, and on trial: until references were taken and half of what
 * it has were not given back for half a thousand changes.
 */
void resting_on_trial(uint32_t account);

/* Whether it goes on resting with so many references. */
bool resting_lets(uint32_t account, int64_t references);

/* From now on its changes are recorded. */
void resting_wake(uint32_t account);

#endif
