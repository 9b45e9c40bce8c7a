/*
 * came_out - whether containers of a module gave up what the module took.
 *
 * Of one object: where as many references came out of a module's containers as
 * its own code took, none of those is missing.
 */
#ifndef REFTALLY_REPORT_EVIDENCE_CAME_OUT_H
#define REFTALLY_REPORT_EVIDENCE_CAME_OUT_H

#include "report/evidence/account_parts.h"

/* `part` is one of `parts`. */
bool came_out(const struct ledger *ledger, struct symbols *symbols,
              const struct parts *parts, const struct part *part);

#endif
