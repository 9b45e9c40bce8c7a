/*
 * gainers - objects that lived at a moment, and have more references since.
 *
 * Of most objects nobody records who takes a reference: they are only counted,
 * rest, or lie in static data. Where somebody asks which of them gained some,
 * these are followed: each change has a stack from then on.
 */
#ifndef REFTALLY_PROBE_WATCH_GAINERS_H
#define REFTALLY_PROBE_WATCH_GAINERS_H

#include <reftally/reftally.h>
#include <stdbool.h>
#include <stdint.h>

/* Remembers the count of each object. False: there is no room for that. */
bool gainers_remember(void);

/* The references that those have more now, all together; may be negative. */
int64_t gainers_sum(void);

/* Those that have `least` more, as far as there is room; how many there are. */
uint32_t gainers_list(int64_t least, struct reftally_gainer *gainers,
                      uint32_t room);

/*
 * From now on all that is recorded of those that have `least` more is what
 * happens to them. Returns how many there are.
 */
uint32_t gainers_follow(int64_t least);

/* No object is followed any more, and what was recorded of them is forgotten. */
void gainers_let_go(void);

#endif
