/*
 * disposers - the functions that take objects apart, as the types say which the
 * process made objects of.
 */
#ifndef REFTALLY_REPORT_SYMBOLS_DISPOSERS_H
#define REFTALLY_REPORT_SYMBOLS_DISPOSERS_H

#include "ledger/reader.h"

struct disposer {
    uint64_t address;
    uint32_t type; /* of the ledger; 0: several have it */
};

/* In order of their addresses. */
struct disposers {
    struct disposer *items;
    size_t count;
};

/* To be released. */
struct disposers disposers_find(const struct ledger *ledger);
void disposers_release(struct disposers *disposers);

/* NULL: none begins there. */
const struct disposer *disposers_at(const struct disposers *disposers,
                                    uint64_t address);

#endif
