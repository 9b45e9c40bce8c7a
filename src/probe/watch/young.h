/*
 * young - whether a field of an object that was born just now holds another.
 *
 * Most that come to rest do so in what was made for them, and much of that is
 * gone before all memory could be searched (slot_search). The few youngest
 * objects are looked into at next to no cost, whenever something happens.
 */
#ifndef REFTALLY_PROBE_WATCH_YOUNG_H
#define REFTALLY_PROBE_WATCH_YOUNG_H

#include "probe/watch/slot_search.h"

#include <stdbool.h>
#include <stdint.h>

/* The account was given to an object that is born. */
void young_born(uint32_t account);

/*
 * Adds the fields that hold one of the objects; false: there are none, or it
 * took too much of the time already.
 */
bool young_search(struct slot_target *targets, int count);

#endif
