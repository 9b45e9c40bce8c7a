/*
 * render - a report, written down.
 */
#ifndef REFTALLY_REPORT_RENDER_H
#define REFTALLY_REPORT_RENDER_H

#include <stdio.h>

#include "report/finding.h"

/* Writes one report. Returns false if the file could not be written. */
typedef bool render_function(FILE *file, const struct report *report);

render_function render_text;
render_function render_json;

/* NULL for an unknown format. */
render_function *render_find(const char *format, size_t length);
/* "text, json": for messages. */
const char *render_formats(void);

#endif
