/*
 * watchers - a few that each follow an object, and what their turns are.
 *
 * One after the other they wait for an object of a kind that becomes more, look
 * for a slot that holds it, have a breakpoint on that slot, and write down that it
 * was lost; each for so many events, so that others may have a turn. Which
 * events these are is for slot_watch to say.
 */
#ifndef REFTALLY_PROBE_WATCH_WATCHERS_H
#define REFTALLY_PROBE_WATCH_WATCHERS_H

#include <stdbool.h>
#include <stdint.h>

/* One more event has happened. */
void watchers_advance(void);

/* Whose turn it is next starts, if it may and has nothing to do. False: it does
 * not, or nothing grows. */
bool watchers_start_next(bool may);

/* An object was born: one that waits for such a one follows it. */
void watchers_born(uint32_t account);

/* An object is about to change that may be followed. */
void watchers_changed(uint32_t account, bool released);

bool watchers_follow(uint32_t account);

/* All that was lost so far is written down. */
void watchers_end(void);

/* In a forked child. */
void watchers_forget(void);

#endif
