/*
 * adopt_watch - of objects in static data those are seen whose counts fall or
 * rise.
 *
 * One that has fewer references than it began with was released too often. One
 * that has more, look after look, and more than what the program makes explains,
 * may be what somebody forgets to release; its changes are seen until it rests.
 */
#ifndef REFTALLY_PROBE_IMAGES_ADOPT_WATCH_H
#define REFTALLY_PROBE_IMAGES_ADOPT_WATCH_H

#include <stdbool.h>
#include <stdint.h>

/* Looks at them: now and then. So many objects of the program are alive. */
void adopt_watch(uint64_t objects);

/*
 * Looks only at those that have just risen: more often, as a program that lasts
 * but a few looks may leak as well.
 */
void adopt_watch_closely(uint64_t objects);

/*
 * Looks at all, soon after imports; anew: for the first time since. Before the
 * first adopt_watch it does nothing.
 */
void adopt_watch_early(uint64_t objects, bool anew);

#endif
