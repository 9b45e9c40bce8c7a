/*
 * suspicion - how likely it is that a call on the way of a reference is the one
 * that should have kept it in mind: by what balanced lives did there, by what
 * the C API promises, and by what the account has left in that call.
 */
#ifndef REFTALLY_REPORT_BLAME_SUSPICION_H
#define REFTALLY_REPORT_BLAME_SUSPICION_H

#include "report/evidence/account_parts.h"
#include "report/evidence/answers.h"
#include "report/evidence/code/fates.h"
#include "report/evidence/settling.h"
#include "report/finding/finding.h"

struct blame_sources {
    const struct ledger *ledger;
    struct symbols *symbols;
    struct stacks *stacks;
    const struct settling *settling;
    struct fates *fates;
    const struct settling *leaked; /* calls of the objects to be blamed for */
    const struct answers *answers;
};

/* Did a container take it for itself? */
double suspicion_stored(const struct blame_sources *sources,
                        const struct part *part);

/* Probability that the reference was to stop at frame `frame`. */
double suspicion_hazard(const struct blame_sources *sources,
                        const struct parts *parts, const struct part *part,
                        size_t frame, enum settling_kind kind);

/*
 * Of a function that took the reference itself, by its code alone: how likely
 * it is that it forgot it.
 */
double suspicion_of_code(const struct blame_sources *sources,
                         const struct part *part, size_t frame);

/* Is nothing left of what was taken in that frame, which a module called? */
bool suspicion_is_hidden(const struct blame_sources *sources,
                         const struct parts *parts, const struct part *part,
                         size_t frame);

/*
 * Between two evaluations: is the frame the interpreter's, and another module
 * at work too? Bugs are rarer in what all programs use. So is one that reads an
 * argument for its caller.
 */
bool suspicion_serves(const struct blame_sources *sources,
                      const struct stack *stack, size_t frame);

struct evidence suspicion_evidence(const struct blame_sources *sources,
                                   const struct part *part, size_t frame,
                                   enum settling_kind kind);

#endif
