/*
 * passes - how often the program passed through a region, and what was born in
 * which pass.
 */
#ifndef REFTALLY_REPORT_EVIDENCE_PASSES_H
#define REFTALLY_REPORT_EVIDENCE_PASSES_H

#include "ledger/reader.h"
#include "report/evidence/points.h"

/* How often it did from begin to end, up to the last of these checkpoints. */
uint32_t passes_count(const struct ledger *ledger, const char *region,
                      uint32_t checkpoints);

struct passes;

/*
 * Numbers the points: what changes from entering the region to leaving it
 * counts at that pass, from 1; what was there when it was entered first counts
 * at point 0, and everything else nowhere.
 */
struct passes *passes_create(const struct ledger *ledger, const char *region,
                             struct points *points);
void passes_free(struct passes *passes); /* may be NULL */

/* The pass in which an account was opened, from 1; 0: none. */
size_t passes_find(const struct passes *passes, uint64_t serial);

#endif
