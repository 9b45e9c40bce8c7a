/*
 * growing - classes of objects that all have owners and become more, and which
 * of them is the cause of the others.
 *
 * What a growing object holds grows with it. Classes that hold each other are
 * one web: it stands under the first of them that something else holds. Where
 * the collector does not run, nothing may. Numbers and texts, which several may
 * have, make no web of these.
 */
#ifndef REFTALLY_REPORT_DETECT_GROWING_H
#define REFTALLY_REPORT_DETECT_GROWING_H

#include "report/finding/finding.h"

struct growing_cause {
    uint32_t record; /* of an example, in LEDGER_OWNED */
    bool adrift;     /* nothing leads to them, and nobody collects them */
    uint64_t objects;
    struct growth_line line;
    struct finding_member *members; /* what hangs on it, the most first */
    size_t member_count;
};

/*
 * The causes, in the order of the ledger; the caller frees all of it. What is no
 * cause, because the program's top level makes such a table for itself, becomes
 * the report's `table`, if that is the largest one.
 */
size_t growing_find(struct report *report, struct growing_cause **causes);

#endif
