/*
 * leftovers - words that look like a reference and own nothing.
 *
 * Whoever gives memory back leaves in it what stood there: in a free block of
 * an allocator, above the end of a stack, in the unused part of a list. A word
 * counts as left over only where the owner of the memory says so.
 */
#ifndef REFTALLY_PROBE_CENSUS_LEFTOVERS_H
#define REFTALLY_PROBE_CENSUS_LEFTOVERS_H

#include <stdbool.h>
#include <stdint.h>

#include "cpython/layout.h"
#include "probe/census/memory_map.h"

/*
 * Asks the interpreters which of their memory is in use. The thread that calls
 * has nothing on its stack below `stack_pointer`.
 */
void leftovers_begin(const struct collector_layout *lists,
                     uint64_t stack_pointer);

/* Of a word in the interpreters' own structures, or in their data. */
bool leftovers_of_interpreter(uint64_t address);

/* Of a word in this range, on the stack. */
bool leftovers_of_stack(const struct memory_range *range, uint64_t address);

#endif
