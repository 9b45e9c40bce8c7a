/*
 * rising - whether a count in static data rises as if somebody forgot to
 * release the object.
 *
 * Counts are looked at now and then. While a program grows, what it makes refers
 * to None, to small numbers and to types: such a count rises with the number of
 * objects, and by less than that. One that rises by itself, look after look, may
 * be a leak.
 *
 * Pure: arithmetic on the numbers of one object.
 */
#ifndef REFTALLY_PROBE_IMAGES_RISING_H
#define REFTALLY_PROBE_IMAGES_RISING_H

#include <stdbool.h>
#include <stdint.h>

enum {
    RISING_LOOKS = 8,   /* so often in a row a count is higher, and ... */
    RISING_LEAST = 32,  /* ... by so much in all, ... */
    RISING_OBJECTS = 2, /* ... and by more than one for so many objects that
                           live now and did not then: an import of torch makes
                           six for each reference to None */
    /* Of looks that are closer to each other: */
    RISING_CLOSE_LOOKS = 4,
    RISING_MUCH = 256,
    RISING_OF_ONE = 4, /* more than so many for each such object */
};

/* How far a count has risen; zeroed, nobody has looked. */
struct rising {
    int32_t from, last; /* counts, of 32 bits */
    uint32_t looks;     /* since `from` */
    uint32_t alive;     /* objects of the program, at `from` */
};

/* From now on it rises from here. */
void rising_begin(struct rising *rising, int64_t count, uint64_t alive);

/* One more look. True: it rises as if it leaked. */
bool rising_look(struct rising *rising, int64_t count, uint64_t alive);

/* The same soon after imports: fewer will do if nothing else is made. */
bool rising_look_early(struct rising *rising, int64_t count, uint64_t alive);

/* The same of a look soon after the last: only if it rises very much. */
bool rising_look_closely(struct rising *rising, int64_t count, uint64_t alive);

/*
 * One more look at one that did, which goes up and down meanwhile: whether it
 * has risen further within so many looks.
 */
bool rising_goes_on(struct rising *rising, int64_t count, uint64_t alive);

#endif
