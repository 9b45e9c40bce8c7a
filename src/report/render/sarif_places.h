/*
 * sarif_places - files, lines and the ways between them, as SARIF has them.
 */
#ifndef REFTALLY_REPORT_RENDER_SARIF_PLACES_H
#define REFTALLY_REPORT_RENDER_SARIF_PLACES_H

#include <jansson.h>

#include "report/finding/lead.h"
#include "report/finding/mend.h"

json_t *sarif_message(const char *text);

/*
 * Below the root, which may be NULL, files are named from there. `text` says
 * what is there; NULL: nothing needs to be said.
 */
json_t *sarif_location(const char *root, const struct lead_place *place,
                       const char *text);

/* From the Python line to the taking, and to the line that forgets it. */
json_t *sarif_flows(const struct report *report, const struct finding *finding,
                    const struct lead *lead);

/* The edit of the source. */
json_t *sarif_fixes(const struct report *report, const struct mending *mending);

/* What relative names are relative to. */
json_t *sarif_bases(const char *root);

#endif
