/*
 * interpreters - which interpreters the objects of a finding were made in,
 * where several run at a time, each with a lock of its own (PEP 684).
 *
 * In all other processes, findings have no such numbers.
 */
#ifndef REFTALLY_REPORT_FINDING_INTERPRETERS_H
#define REFTALLY_REPORT_FINDING_INTERPRETERS_H

#include "report/finding/finding.h"

/* The interpreter whose stack it is, as Python numbers them. */
uint64_t interpreters_of_tag(const struct ledger *ledger, uint32_t tag);

/* Where an object that was born at `tag` was made, and others with it. */
void interpreters_add(const struct ledger *ledger, struct finding *finding,
                      uint32_t tag, uint64_t objects);
void interpreters_add_accounts(const struct ledger *ledger,
                               struct finding *finding,
                               const uint32_t *accounts, size_t count);

/* The objects of the other are the finding's from now on. */
void interpreters_join(struct finding *finding, const struct finding *other);

#endif
