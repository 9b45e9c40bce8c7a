/*
 * cycle_graph - which objects were left to the collector alone, and whose type
 * kept it from taking them.
 *
 * At the census no root led to them, and every reference belonged to one of
 * them; after the interpreter had collected and finalized they were still there.
 */
#ifndef REFTALLY_REPORT_DETECT_CYCLE_GRAPH_H
#define REFTALLY_REPORT_DETECT_CYCLE_GRAPH_H

#include "report/evidence/inputs.h"

enum cycle_culprit {
    CULPRIT_NONE,
    CULPRIT_KEEPS,      /* its type tells, but does not let go */
    CULPRIT_INCOMPLETE, /* its tp_traverse leaves something out */
    CULPRIT_UNTRACKED,  /* the collector was not told of the object */
    CULPRIT_SILENT,     /* its type has no tp_traverse */
};

/* Everything by the number of a record of LEDGER_OWNED. */
struct cycle_graph {
    const struct inputs *inputs;
    uint32_t count;
    bool *outside;   /* somebody else owns it, or whoever owns it */
    uint8_t *blamed; /* enum cycle_culprit */
    const struct ledger_owner **left_out; /* what the collector is not told of,
                                             or NULL */
    uint32_t *left_out_type;              /* ... and of what type that is */
    uint32_t *starts; /* what a record owns: first in `owned` */
    uint32_t *owned;
};

/* Owners are known, and the interpreter was finalized. */
struct cycle_graph cycle_graph_create(const struct inputs *inputs);
void cycle_graph_free(struct cycle_graph *graph);

const struct ledger_owned *cycle_graph_record(const struct cycle_graph *graph,
                                              uint32_t record);

#endif
