/*
 * census_words - a word in the memory of one object that points at another:
 * announced by it, not announced, or no reference.
 */
#ifndef REFTALLY_PROBE_CENSUS_CENSUS_WORDS_H
#define REFTALLY_PROBE_CENSUS_CENSUS_WORDS_H

#include "probe/census/census_types.h"
#include "probe/census/object_graph.h"

/* Types that have a meaning of their own; they outlive the census. */
void census_words_begin(const struct census_types *types);

/* The word at `address` in `owner` points at `node`: counts it. */
void census_word_in_object(struct graph *graph, uint32_t owner,
                           uint64_t address, uint32_t node);

/*
 * Memory of C to which `owner` leads, and nothing else, points at `node`: whether
 * it owns that without having announced it.
 */
bool census_word_is_behind(const struct graph *graph, uint32_t owner,
                           uint32_t node);

/* What can be in no cycle need not be announced by who owns it. */
bool census_word_is_needless(const struct graph *graph, uint32_t node);

#endif
