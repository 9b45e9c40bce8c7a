/*
 * note - one line to standard error, from anywhere.
 *
 * No malloc, no stdio, no locale; errno is kept. A note is always one line:
 * control characters are written as '?', and what is longer than NOTE_BYTES is
 * cut and ends in "...". It raises no signal, and waits for nobody: what cannot
 * be written at once is lost.
 *
 * Formats: %s (NULL: "(null)"), %d, %u, %x, each number also with l, and %%.
 * Width, precision and anything else are not supported; such a directive is
 * written as it stands and ends the formatting, because the type of its
 * argument is unknown.
 */
#ifndef REFTALLY_BASE_NOTE_H
#define REFTALLY_BASE_NOTE_H

#include <stdarg.h>
#include <stddef.h>

enum { NOTE_BYTES = 512 }; /* of a whole line, prefix and newline included */

/* Writes "reftally: ", the text and a newline, in one write. */
void note(const char *format, ...) __attribute__((format(printf, 1, 2)));

/*
 * The formatter alone: always terminates `out`, cuts silently. Returns the
 * length that the whole text has, so a result >= size means that it was cut.
 * Control characters are kept.
 */
size_t note_format(char *out, size_t size, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
size_t note_format_list(char *out, size_t size, const char *format,
                        va_list arguments)
    __attribute__((format(printf, 3, 0)));

#endif
