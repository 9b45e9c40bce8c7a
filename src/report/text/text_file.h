/*
 * text_file - a small file, read whole.
 *
 * The name may come from a ledger: a device or a pipe is never waited for, and
 * a large file is not read.
 */
#ifndef REFTALLY_REPORT_TEXT_TEXT_FILE_H
#define REFTALLY_REPORT_TEXT_TEXT_FILE_H

#include <stddef.h>
#include <stdint.h>

#include "report/text/error.h"

/* Its bytes and a terminator, to be freed; NULL with `error`. */
char *text_file_read(const char *path, size_t bytes_max, size_t *length,
                     struct error *error);

/* When it was changed last, as CLOCK_REALTIME; UINT64_MAX: cannot be told. */
uint64_t text_file_changed_ns(const char *path);

#endif
