/*
 * paint - the text report on a terminal: colours, and sentences broken in lines.
 */
#ifndef REFTALLY_REPORT_RENDER_PAINT_H
#define REFTALLY_REPORT_RENDER_PAINT_H

#include <stdio.h>

#include "report/finding/finding.h"

enum paint {
    PAINT_PLAIN, /* back to what the terminal does anyway */
    PAINT_TITLE,
    PAINT_TAKEN,
    PAINT_LOST,
    PAINT_GIVEN,
    PAINT_SOFT,
};

/* Nothing, unless the report is for a terminal with colours. */
void paint(FILE *file, const struct report *report, enum paint paint);

/*
 * A printable sentence behind what stands on the line, `column` characters so
 * far, and a line end. Where the terminal ends it goes on below, at `indent`.
 */
void paint_sentence(FILE *file, const struct report *report, unsigned column,
                    unsigned indent, const char *text);

#endif
