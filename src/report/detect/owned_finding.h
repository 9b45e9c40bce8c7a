/*
 * owned_finding - findings about objects of which a census knows the owners.
 */
#ifndef REFTALLY_REPORT_DETECT_OWNED_FINDING_H
#define REFTALLY_REPORT_DETECT_OWNED_FINDING_H

#include "report/finding/finding.h"

/*
 * Adds a finding about the class of a record. Its only site is where `tag` and
 * `python` say; `accounts` are those that are still alive, and may be none.
 * Valid until the next is added.
 */
struct finding *owned_finding_add(struct report *report, enum verdict verdict,
                                  const struct ledger_owned *owned,
                                  uint32_t tag, uint32_t python,
                                  const uint32_t *accounts, size_t count);

#endif
