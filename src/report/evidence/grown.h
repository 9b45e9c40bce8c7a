/*
 * grown - what became more between checkpoints, and stopped or is not steady.
 *
 * No finding: caches fill up and stop. But it is said, with where one of the
 * objects is held, because who looks for growth wants to know of it.
 */
#ifndef REFTALLY_REPORT_EVIDENCE_GROWN_H
#define REFTALLY_REPORT_EVIDENCE_GROWN_H

#include "report/evidence/growth.h"
#include "report/evidence/inputs.h"

/* A type and place of birth. */
struct grown {
    const struct ledger_owned *owned; /* an example, whose owner is known */
    struct growth_line line;
};

/*
 * Those that saturate come first, then those that grew most. `out` must be
 * freed.
 */
size_t grown_find(const struct inputs *inputs, struct grown **out);

/* How the example is held; to be freed. */
char *grown_way(const struct inputs *inputs, const struct grown *grown);

#endif
