/*
 * python_text - the characters of a str, read as raw memory.
 */
#ifndef REFTALLY_CPYTHON_PYTHON_TEXT_H
#define REFTALLY_CPYTHON_PYTHON_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cpython/layout.h"

/*
 * Writes the str object as UTF-8 with a terminator and returns its bytes
 * without it. What does not fit is left out, whole characters at a time; a
 * lone surrogate becomes U+FFFD. Anything but a str gives "".
 */
size_t python_text(const struct python_layout *layout, uint64_t object,
                   char *out, size_t size);

/* Whether it is a str of just these characters, which are ASCII. */
bool python_text_is(const struct python_layout *layout, uint64_t object,
                    const char *text, size_t length);

#endif
