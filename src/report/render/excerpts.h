/*
 * excerpts - the source around the lines that findings speak of.
 */
#ifndef REFTALLY_REPORT_RENDER_EXCERPTS_H
#define REFTALLY_REPORT_RENDER_EXCERPTS_H

#include <jansson.h>

#include "report/finding/finding.h"

/*
 * {file: {"12": line ...} ...}: lines that may be quoted, around each suspect,
 * around the line on which it is forgotten, and around the Python lines above.
 */
json_t *excerpts_json(const struct report *report);

#endif
