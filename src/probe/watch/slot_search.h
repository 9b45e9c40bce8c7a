/*
 * slot_search - where in memory an object is held.
 *
 * The pages in which objects with accounts lie, which alone can be owners, and
 * the data of all images but the interpreter's are read through the kernel, for
 * several objects at once. That costs a millisecond for a few megabytes, and is
 * refused when it has taken more than its share of the processor's time.
 * What it takes is reckoned by the bytes that were read.
 */
#ifndef REFTALLY_PROBE_WATCH_SLOT_SEARCH_H
#define REFTALLY_PROBE_WATCH_SLOT_SEARCH_H

#include "probe/watch/slot_owners.h"

/* Called where a function is being entered, before searches. */
void slot_search_prepare(void);

/* A forked child's time begins anew. */
void slot_search_forget(void);

/*
 * False: it is not allowed, or too expensive just now. Urgent ones have a share
 * of their own.
 */
bool slot_search(struct slot_target *targets, int count, bool urgent);

/* Does it hold the object still? */
bool slot_holds(const struct slot *slot, uint64_t object);

/* Does what the slot holds now hold the object? A list's new first link does
 * so: nothing was lost. */
bool slot_holds_through(const struct slot *slot, uint64_t object);

/* How many searches there were, and how many bytes they read. */
uint32_t slot_search_cost(uint64_t *bytes);

/* Gives all memory back. */
void slot_search_end(void);

#endif
