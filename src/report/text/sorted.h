/*
 * sorted - where to begin in what is sorted.
 */
#ifndef REFTALLY_REPORT_TEXT_SORTED_H
#define REFTALLY_REPORT_TEXT_SORTED_H

#include <stddef.h>

/* As qsort has it. */
typedef int sorted_order(const void *left, const void *right);

/* The first of `count` elements of `size` bytes that is not less than `wanted`;
 * `count`: each is. */
size_t sorted_first(const void *elements, size_t count, size_t size,
                    const void *wanted, sorted_order *order);

#endif
