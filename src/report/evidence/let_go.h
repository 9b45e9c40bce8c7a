/*
 * let_go - who was to give back what an object held when it died.
 *
 * The ledger names the function that released what other fields held, or else
 * tp_clear. What tp_traverse does not visit, and what tp_clear is not called
 * for, is for tp_dealloc.
 */
#ifndef REFTALLY_REPORT_EVIDENCE_LET_GO_H
#define REFTALLY_REPORT_EVIDENCE_LET_GO_H

#include "report/evidence/code/neglect.h"
#include "report/evidence/inputs.h"
#include "report/symbols/stacks.h"

struct let_go {
    uint32_t function;
    const struct place *alone; /* where it is, if not on the loss's stack */
    size_t frame;              /* of that place, or of the stack */
};

/* What was found out for one field of a type; zeroed, it is nothing yet. */
struct let_go_memory {
    uint32_t type, offset, function;
    const struct place *instead;
};

/* False: it did not die, or nothing is known of whoever takes it apart. */
bool let_go_find(const struct inputs *inputs, const struct ledger_loss *loss,
                 struct let_go_memory *memory, struct let_go *by);

/* The same where nobody was seen at work: of the owner's type and field, the two
   that the loss needs to have then. */
bool let_go_find_of_type(const struct inputs *inputs,
                         const struct ledger_loss *loss,
                         struct let_go_memory *memory, struct let_go *by);

#endif
