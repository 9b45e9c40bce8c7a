/*
 * suspects - what detection hands on: groups of objects to find a culprit for.
 */
#ifndef REFTALLY_REPORT_DETECT_SUSPECTS_H
#define REFTALLY_REPORT_DETECT_SUSPECTS_H

#include "report/finding/finding.h"

/* Objects of one type, born alike: one finding if it turns out so. */
struct suspect {
    enum verdict verdict;
    uint32_t type;
    uint32_t *accounts; /* in order of birth */
    size_t account_count;
    uint64_t references;
    uint64_t more_objects;    /* alike, that are only counted, ... */
    uint64_t more_references; /* ... and what is too many of these */
    uint64_t healthy;
    uint64_t fall; /* references that each lost, 0: not known; see deficit.h */
    bool proved;   /* a census found so many too few */
    bool plain;    /* ... so many that it is told of whoever released it */
    bool hidden;   /* among its owners that never count: it is told of where the
                      code of one function shows that it keeps such */
    bool drowned;  /* nearly all of its changes come and go: it is told of where
                      it is sure who takes what is too many */
};

struct suspects {
    struct suspect *items; /* heaviest first */
    size_t count;
};

/* The returned one is valid until the next is added. */
struct suspect *suspects_add(struct suspects *suspects, struct suspect suspect);
/* One object by itself: account number `index`. */
void suspects_add_alone(struct suspects *suspects, uint32_t index,
                        struct suspect suspect);
void suspects_clear(struct suspects *suspects);

/* A mark for each account of the ledger, set for the suspect's: to be freed. */
bool *suspect_marks(const struct ledger *ledger, const struct suspect *suspect);

#endif
