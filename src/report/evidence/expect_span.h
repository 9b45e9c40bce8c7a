/*
 * expect_span - the part of a run that rules about owners are limited to.
 *
 *     @between FIRST, SECOND
 *
 * Labels of checkpoints. Such a part begins at each checkpoint of the first
 * label, and ends at the next one of the second; what was born in it belongs to
 * it.
 */
#ifndef REFTALLY_REPORT_EVIDENCE_EXPECT_SPAN_H
#define REFTALLY_REPORT_EVIDENCE_EXPECT_SPAN_H

#include <stdbool.h>

#include "ledger/reader.h"

struct expect_span {
    char *first, *second;
};

/* What stands behind "@between". False: there are not two labels. */
bool expect_span_parse(struct expect_span *span, const char *text);
void expect_span_clear(struct expect_span *span);

/* Was the object with this serial number born there? */
bool expect_span_has(const struct expect_span *span,
                     const struct ledger *ledger, uint64_t serial);

/* The label that no checkpoint has; NULL: both were passed. */
const char *expect_span_missing(const struct expect_span *span,
                                const struct ledger *ledger);

#endif
