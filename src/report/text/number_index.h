/*
 * number_index - finds the number of something by its hash.
 *
 * Whoever has an array and numbers keeps one beside it, and compares.
 */
#ifndef REFTALLY_REPORT_TEXT_NUMBER_INDEX_H
#define REFTALLY_REPORT_TEXT_NUMBER_INDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Open addressing; a slot holds a number + 1, 0 is empty. */
struct number_index {
    uint32_t *slots;
    size_t room;
    size_t used;
};

uint64_t number_index_mix(uint64_t value);

/* Room for one more; true when everything must be added again. */
bool number_index_grow(struct number_index *index);

void number_index_add(struct number_index *index, uint64_t hash,
                      uint32_t number);

#endif
