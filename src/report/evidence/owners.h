/*
 * owners - what the last census says about objects, and whom it accuses.
 *
 * Only a census that was complete counts: else nobody lacks an owner.
 */
#ifndef REFTALLY_REPORT_EVIDENCE_OWNERS_H
#define REFTALLY_REPORT_EVIDENCE_OWNERS_H

#include "report/finding/finding.h"

struct owners;

/* `ledger` must outlive them. */
struct owners *owners_create(const struct ledger *ledger);
void owners_free(struct owners *owners);

/* Whether there is a census to go by. */
bool owners_known(const struct owners *owners);

/* Whether the census has seen this very object. */
bool owners_saw(const struct owners *owners, uint32_t account);

/* Its record: NULL if there is none, or it has never been needed. */
const struct ledger_owned *owners_of(const struct owners *owners,
                                     uint32_t account);

/* Records by the address that the object had; 0: none. */
uint32_t owners_record_at(const struct owners *owners, uint64_t object);

/* References without an owner that is certain. */
uint64_t owners_surplus(const struct ledger_owned *owned);

/* Fills in whom the objects of a finding belong to. */
void owners_describe(const struct report *report, const uint32_t *accounts,
                     size_t count, struct finding_owners *out);
void owners_describe_record(const struct report *report,
                            const struct ledger_owned *owned,
                            struct finding_owners *out);

#endif
