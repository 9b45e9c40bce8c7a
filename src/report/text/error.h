/*
 * error - why something failed, as one line for a person.
 *
 * Functions that can fail return false and fill it in; only cli/ prints it.
 */
#ifndef REFTALLY_REPORT_TEXT_ERROR_H
#define REFTALLY_REPORT_TEXT_ERROR_H

#include <stdbool.h>

struct error {
    char text[512];
};

/* Always returns false, so that a caller can return it. */
bool error_set(struct error *error, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
