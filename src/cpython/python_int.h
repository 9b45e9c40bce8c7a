/*
 * python_int - the value of an int, read as raw memory.
 */
#ifndef REFTALLY_CPYTHON_PYTHON_INT_H
#define REFTALLY_CPYTHON_PYTHON_INT_H

#include <stdbool.h>
#include <stdint.h>

#include "cpython/layout.h"

/* False: it is negative, or has more than sixty bits. */
bool python_int(const struct python_layout *layout, uint64_t object,
                uint64_t *value);

/* How many digits it has, of four bytes each. */
uint64_t python_int_digits(const struct python_layout *layout, uint64_t object);

/* Reads a word of memory; false: it is not there. */
typedef bool python_int_reader(uint64_t address, uint64_t *word);

/*
 * Whether the word at the address is no pointer but the hash of an int, which
 * is the int itself: entries of dictionaries have the hash before the key,
 * those of sets behind it. Every class is there with its address, in what
 * __subclasses__ of its base goes by.
 */
bool python_int_is_hash(const struct python_layout *layout, uint64_t address,
                        uint64_t word, python_int_reader *read_word);

#endif
