/*
 * render_json - the parts of a JSON report, one source each.
 *
 * The document is described by doc/reftally-report-1.schema.json.
 */
#ifndef REFTALLY_REPORT_RENDER_RENDER_JSON_H
#define REFTALLY_REPORT_RENDER_RENDER_JSON_H

#include <jansson.h>

#include "report/finding/finding.h"

/* All of it; to be given back with json_decref. */
json_t *render_json_document(const struct report *report);

json_t *render_json_finding(const struct report *report,
                            const struct finding *finding);
json_t *render_json_account(const struct report *report,
                            const struct finding *finding);
json_t *render_json_site(const struct report *report,
                         const struct finding_site *site);
json_t *render_json_frame(const struct report *report,
                          const struct stack_frame *frame);
/* From this Python node outward. */
json_t *render_json_python(const struct ledger *ledger, uint32_t index);
json_t *render_json_growth(const struct growth_line *growth);
json_t *render_json_owners(const struct owner_summary *owners);
json_t *render_json_charge(const struct report *report,
                           const struct finding *finding);
/* What is alive and younger, with the checkpoint. */
json_t *render_json_newborn(const struct report *report);
json_t *render_json_coverage(const struct report *report);

#endif
