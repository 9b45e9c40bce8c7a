/*
 * healthy - how many objects lived balanced lives, by type and place of birth.
 */
#ifndef REFTALLY_REPORT_EVIDENCE_HEALTHY_H
#define REFTALLY_REPORT_EVIDENCE_HEALTHY_H

#include "report/symbols/stacks.h"

struct healthy;

/* Needs `ledger` and `stacks` only while it is made. */
struct healthy *healthy_create(const struct ledger *ledger,
                               struct stacks *stacks);
void healthy_free(struct healthy *healthy);

uint64_t healthy_objects(const struct healthy *healthy, uint32_t type,
                         uint64_t birthplace);

#endif
