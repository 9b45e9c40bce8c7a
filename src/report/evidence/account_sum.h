/*
 * account_sum - what several objects did, by stack tag.
 */
#ifndef REFTALLY_REPORT_EVIDENCE_ACCOUNT_SUM_H
#define REFTALLY_REPORT_EVIDENCE_ACCOUNT_SUM_H

#include "ledger/reader.h"

struct tag_sum {
    uint32_t tag;
    uint32_t python; /* of one of the objects */
    uint64_t taken;
    uint64_t released;
    double step; /* references that one change moves, at most */
};

/* One row a tag, in the order of the tags; to be freed. */
struct tag_sum *account_sum(const struct ledger *ledger,
                            const uint32_t *accounts, size_t account_count,
                            size_t *count);

#endif
