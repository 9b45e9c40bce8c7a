/*
 * call_ring - where Py_AddPendingCall leaves calls in another process: up to
 * 3.13. Its threads are stopped while one is added or taken back.
 */
#ifndef REFTALLY_CLI_VISIT_CALL_RING_H
#define REFTALLY_CLI_VISIT_CALL_RING_H

#include "cli/visit/visit_target.h"

/* As the interpreter has it now. */
struct call_ring {
    uint64_t place; /* what its offsets are counted from */
    uint64_t breaker;
    uint32_t count, first, last;
};

/*
 * False: it is in use, has no room, or is not where this release of CPython
 * should have it.
 */
bool call_ring_find(struct call_ring *found, const struct visit_target *target);

/* As Py_AddPendingCall does it, for `int function(NULL)`. */
bool call_ring_add(struct call_ring *ring, const struct visit_target *target,
                   uint64_t function);

/* True: it waits no more. False: others came behind it. */
bool call_ring_take_back(const struct visit_target *target, uint64_t function);

#endif
