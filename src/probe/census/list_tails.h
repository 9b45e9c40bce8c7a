/*
 * list_tails - what stands in the memory of a list behind its last item.
 *
 * Nobody clears it: what was popped, and what somebody else had left there. To
 * a search of the memory it looks like an owner.
 */
#ifndef REFTALLY_PROBE_CENSUS_LIST_TAILS_H
#define REFTALLY_PROBE_CENSUS_LIST_TAILS_H

#include "probe/census/address_filter.h"
#include "probe/census/object_graph.h"

/* Looks at all lists for words that pass. Where there is no memory for so many,
   none is known. */
void list_tails_find(const struct graph *graph,
                     const struct address_filter *filter);
void list_tails_release(void);

/* Whether the word at the address is one of these. */
bool list_tails_hold(uint64_t address);

#endif
