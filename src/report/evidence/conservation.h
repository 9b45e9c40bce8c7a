/*
 * conservation - what each function kept of the references to some objects.
 *
 * Whatever is too many was taken and not given back below the call that is to
 * blame. So all changes below the calls of a function are added up, by whatever
 * path they came: what the guilty one took and did not release equals what is
 * too many, or that and what it handed to its callers. Needs neither names nor
 * lives that balanced; the same holds, mirrored, for what is too few.
 */
#ifndef REFTALLY_REPORT_EVIDENCE_CONSERVATION_H
#define REFTALLY_REPORT_EVIDENCE_CONSERVATION_H

#include "report/symbols/stacks.h"

struct conservation;

/* What happens once does not: set-up of modules, the interpreter's end. */
bool conservation_counts(struct stacks *stacks, uint32_t tag);

/*
 * `growth`: references that are too many, negative if too few.
 */
struct conservation *conservation_create(const struct ledger *ledger,
                                         struct symbols *symbols,
                                         struct stacks *stacks,
                                         const uint32_t *accounts,
                                         size_t account_count, double growth);
void conservation_free(struct conservation *conservation);

/* What changed below its calls; 0: it had no part in it. */
double conservation_net(const struct conservation *conservation,
                        uint32_t function);

/* What happened below its calls. */
struct conservation_moved {
    double back;  /* what moved the other way */
    double calls; /* it was called so often for it, at least */
};

struct conservation_moved
conservation_moved(const struct conservation *conservation, uint32_t function);

/*
 * What it kept, as a share of what moved that way below its calls: where nearly
 * all came back, that it kept as many as are too many may be chance. 1: nothing
 * moved the other way.
 */
double conservation_share(const struct conservation *conservation,
                          uint32_t function);

/*
 * How well that fits to what is too many, from 0 to 1: 1 if it equals it, with
 * or without one reference that each call may have handed up.
 */
double conservation_fit(const struct conservation *conservation,
                        uint32_t function);

/*
 * Does its net fit, and of the functions that it called to get the references
 * none? Never of a function of the interpreter that called a module for them: it
 * may be no more than the way that all the calls which leak have in common.
 */
bool conservation_singles_out(const struct conservation *conservation,
                              uint32_t function);

#endif
