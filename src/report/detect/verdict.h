/*
 * verdict - which of the objects that outlived the process are suspicious.
 *
 * All of the policy stands in verdict_rules.h.
 */
#ifndef REFTALLY_REPORT_DETECT_VERDICT_H
#define REFTALLY_REPORT_DETECT_VERDICT_H

#include "report/finding/finding.h"

/* Objects of one type, born alike: one finding if it turns out so. */
struct suspect {
    enum verdict verdict;
    uint32_t type;
    uint32_t *accounts; /* in order of birth */
    size_t account_count;
    uint64_t references;
    uint64_t healthy;
    uint64_t fall; /* references that each lost, 0: not known; see deficit.h */
};

struct suspects {
    struct suspect *items; /* heaviest first */
    size_t count;
};

/*
 * `spoken_for` has one flag an account: true where another rule has already
 * made a finding of it; set for those that are suspects now. Counts what it
 * leaves out in `report->silent`.
 */
void verdict_suspects(struct report *report, bool *spoken_for,
                      struct suspects *suspects);
void suspects_clear(struct suspects *suspects);

/* Did the process end in a way that lets survivors be judged? */
bool verdict_possible(const struct report *report);

#endif
