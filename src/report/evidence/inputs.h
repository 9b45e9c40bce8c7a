/*
 * inputs - what a judgement goes by: a ledger, and what explains it.
 *
 * Analysis makes it once for a ledger, which must outlive it; whatever lies
 * below the findings reads this and nothing else.
 */
#ifndef REFTALLY_REPORT_EVIDENCE_INPUTS_H
#define REFTALLY_REPORT_EVIDENCE_INPUTS_H

#include <stdbool.h>

#include "ledger/reader.h"

struct inputs {
    const char *path; /* of the ledger */
    const struct ledger *ledger;
    struct symbols *symbols;
    struct stacks *stacks;
    struct fates *fates;
    struct code_memory *code; /* to read code in: for one at a time */
    struct lent *lent;
    struct growth *growth;
    struct owners *owners;
    struct sources *sources; /* NULL: nothing is quoted */
};

#endif
