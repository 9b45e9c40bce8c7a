/*
 * sites - which instructions of a function may change a reference count.
 *
 * Selection is by shape alone and may be wrong in one direction only: an
 * instruction that changes another counter costs time when patched, a change
 * that is not selected is missed. What is selected and why is in sites.c.
 */
#ifndef REFTALLY_ARCH_SITES_H
#define REFTALLY_ARCH_SITES_H

#include "arch/flow.h"

struct site {
    uint32_t index;    /* of the instruction */
    uint8_t operation; /* enum operation */
    uint8_t width;     /* bytes written */
    int32_t amount;
};

/*
 * Writes the function's sites in address order to out, which holds one per
 * instruction. `flow` is scratch for function->count elements.
 */
size_t sites_find(const struct function *function,
                  const struct flow_context *context, struct flow_state *flow,
                  struct site *out);

#endif
