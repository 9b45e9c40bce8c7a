/*
 * script - JSON that may stand in a script element of a page.
 *
 * A parser of HTML looks for the end of the element inside of strings, too:
 * there is no < in what is written here.
 */
#ifndef REFTALLY_REPORT_RENDER_SCRIPT_H
#define REFTALLY_REPORT_RENDER_SCRIPT_H

#include <jansson.h>
#include <stdio.h>

/* A JSON string; the text must be printable. */
void script_write_string(FILE *file, const char *text);

/* A document, without blanks. */
void script_write_json(FILE *file, const json_t *document);

#endif
