/*
 * census_words - a word in the memory of one object that points at another:
 * announced by it, not announced, or no reference.
 */
#ifndef REFTALLY_PROBE_CENSUS_CENSUS_WORDS_H
#define REFTALLY_PROBE_CENSUS_CENSUS_WORDS_H

#include "probe/census/census_ledger.h"

/* Types that have a meaning of their own; they outlive the census. */
void census_words_begin(const struct census_types *types);

/* The word at `address` in `owner` points at `node`: counts it. */
void census_word_in_object(struct graph *graph, uint32_t owner,
                           uint64_t address, uint32_t node);

#endif
