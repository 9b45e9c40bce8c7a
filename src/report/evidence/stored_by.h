/*
 * stored_by - which of the references that were taken is the one that stayed.
 *
 * Of a few objects all changes are known in their order (LEDGER_STEPS), each
 * with its Python stack. What a line of Python took and gave back cancels; a
 * reference that is left is in a variable, was returned to the caller, or was
 * stored. Where that does not add up, as other objects had it that are gone, what
 * a set owns is what the only taking of a set gave it.
 */
#ifndef REFTALLY_REPORT_EVIDENCE_STORED_BY_H
#define REFTALLY_REPORT_EVIDENCE_STORED_BY_H

#include "report/evidence/inputs.h"

#include <stdint.h>

struct stored_by {
    uint32_t tag; /* where it was taken; 0: nobody knows */
    uint32_t python;
};

/*
 * Of objects that are born like that one and have one owner, as it has. False: none
 * of its kind was followed to the end.
 */
bool stored_by_find(const struct inputs *inputs,
                    const struct ledger_owned *owned, struct stored_by *by);

#endif
