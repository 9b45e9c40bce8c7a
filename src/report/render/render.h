/*
 * render - a report, written down.
 */
#ifndef REFTALLY_REPORT_RENDER_RENDER_H
#define REFTALLY_REPORT_RENDER_RENDER_H

#include <stdio.h>

#include "report/finding/finding.h"

/* Writes one report. Returns false if the file could not be written. */
typedef bool render_function(FILE *file, const struct report *report);

render_function render_text;
render_function render_json;
render_function render_html;
render_function render_collapsed;
render_function render_pprof;
render_function render_speedscope;
render_function render_dot;
render_function render_sarif;
render_function render_junit;

struct render_format {
    const char *name;
    const char *suffix; /* of a file that nobody named */
    render_function *render;
    bool shows_nothing; /* to who sees it on a terminal */
};

/* NULL for an unknown format. */
const struct render_format *render_find(const char *format, size_t length);
/* "text, json, ...": for messages. */
const char *render_formats(void);

#endif
