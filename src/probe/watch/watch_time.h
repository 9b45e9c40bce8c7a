/*
 * watch_time - how much of the program's time somebody may be followed.
 *
 * While an object is followed, each call and each birth is looked at, and the
 * object's account does not rest: all of the program is slower. So objects are
 * followed from the beginning, for as long as short programs last, and then for
 * a share of its calls. These are counted: the processor's time could only be
 * asked for by a system call, and any other one runs on while the program waits
 * for a processor.
 */
#ifndef REFTALLY_PROBE_WATCH_WATCH_TIME_H
#define REFTALLY_PROBE_WATCH_WATCH_TIME_H

#include <stdbool.h>
#include <stdint.h>

/* To be told often: so many entries and births since the last time; whether
 * somebody is followed, from now on. */
void watch_time_passes(uint32_t entries, bool awake);

/* Whether another object may be followed. */
bool watch_time_allows(void);

/* A forked child's time begins anew. */
void watch_time_forget(void);

#endif
